// What the page of a table is drawn from: the table, and how it stands with the server.

import type { Table } from "../../model/source";
import type { Line } from "../../net/live";

export type TableState = Table & Line;
