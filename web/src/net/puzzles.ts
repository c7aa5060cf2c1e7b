// The puzzles: files that lie beside the page's script.

import type { PuzzleListed, PuzzleTold } from "../protocol";
import { filesBeside } from "./beside";

const ADDRESSES = import.meta.glob<string>("../../puzzles/*.json", { query: "?url", import: "default", eager: true });

const fetched = filesBeside(ADDRESSES, "puzzles");

/** Which puzzles there are, in the order of their ids. */
export const puzzleList = (): Promise<PuzzleListed[]> => fetched("list");

/** Those that are in one file, by id. */
export const puzzlePack = (pack: string): Promise<Record<string, PuzzleTold>> => fetched(`pack-${pack}`);
