// A link to another page of ours: it loads nothing anew, and opens elsewhere like any link for whoever wants that.

import type { ReactNode } from "react";
import { below } from "../protocol/root";
import { go } from "./route";

export function WayTo({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a
      href={below(path)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(path);
      }}
    >
      {children}
    </a>
  );
}
