// Folds what viewers of real tables were sent, and holds every step against the snapshot the server would have sent:
// `node tools/fold.ts FOLDER`, on stories that tests/protocol/test_fold.py has written there.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { apply, hold, open } from "../src/model/table.ts";
import type { News, Opened, Snapshot, You } from "../src/protocol/index.ts";

type Own = Pick<Snapshot, "you" | "offers" | "foresight">;

interface Story {
  viewers: string[][];
  moments: { shown: Snapshot; views: { sent: (News | You | Opened)[]; own: Own | null }[] }[];
}

function told(table: Snapshot, message: News | You | Opened): Snapshot {
  switch (message.type) {
    case "news":
      return apply(table, message);
    case "you":
      return hold(table, message);
    case "opened":
      return open(table, message)!;
  }
}

const differing = (one: Snapshot, other: Snapshot) =>
  Object.keys({ ...one, ...other }).filter(
    (key) => !isDeepStrictEqual(one[key as keyof Snapshot], other[key as keyof Snapshot]),
  );

const folder = process.argv[2]!;
const counted = { tables: 0, folds: 0, differences: 0 };

for (const file of readdirSync(folder)) {
  const { viewers, moments } = JSON.parse(readFileSync(join(folder, file), "utf-8")) as Story;
  counted.tables++;
  viewers.forEach((seats, viewer) => {
    const expected = moments.map(({ shown, views }) => {
      const { own } = views[viewer]!;
      return own && { ...shown, ...own };
    });
    // From every number there is; those who were away then begin where they left.
    let runs: { from: number; table: Snapshot }[] = [];
    moments.forEach(({ views }, number) => {
      const { sent } = views[viewer]!;
      for (const run of runs) run.table = sent.reduce(told, run.table);
      const now = expected[number];
      if (!now) return;
      for (const { from, table } of runs) {
        counted.folds++;
        if (isDeepStrictEqual(table, now)) continue;
        counted.differences++;
        console.error(
          `${file}: [${seats}] from ${expected[from]!.seq} to ${now.seq}: ${differing(table, now).join(", ")}`,
        );
      }
      // The fold is pure: one that has come to the same is the same from here on. Every tenth goes on to the end anyway.
      runs = [...runs.filter(({ from }) => from % 10 === 0), { from: number, table: now }];
    });
  });
}

console.log(JSON.stringify(counted));
process.exit(counted.differences ? 1 : 0);
