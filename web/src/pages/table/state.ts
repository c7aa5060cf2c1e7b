// What the page of a table is drawn from: the table, and how it stands with the server.

import type { Table } from "../../model/source";
import type { Line } from "../../net/live";

export type TableState = Table & Line;

/** At a table without a server there is no line that could be lost. */
export const UNLINKED: Line = {
  link: "open",
  whole: true,
  present: [],
  watching: 0,
  readying: [],
  error: null,
  busy: false,
};
