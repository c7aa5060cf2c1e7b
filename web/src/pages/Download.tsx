// A file of a table to take along: its record, or the proof of its shuffle.

import type { ReactNode } from "react";
import { rest } from "../net/rest";
import { SERVERLESS } from "../protocol/root";
import { saveFile } from "./saveFile";

interface DownloadProps {
  of: "record" | "fairness";
  table: string;
  name: string;
  children: ReactNode;
}

export function Download({ of, table, name, children }: DownloadProps) {
  if (!SERVERLESS)
    return (
      <a
        className="button quiet"
        href={of === "record" ? rest.recordUrl(table) : rest.fairnessUrl(table)}
        download={name}
      >
        {children}
      </a>
    );
  const save = async () => saveFile(name, await (of === "record" ? rest.record(table) : rest.fairness(table)));
  return (
    <button type="button" className="button quiet" onClick={() => void save()}>
      {children}
    </button>
  );
}
