// Never run: `make check` compiles it, and each line that is not refused is an error.

import { t, tAny, type Key } from "./words";

declare const either: "flat.level" | "dialog.close";
declare const key: Key;
declare const code: string;

// @ts-expect-error no such text
t("dialog.open");
// @ts-expect-error it is told nothing
t("dialog.close", { name: "" });
// @ts-expect-error it must be told the level
t("flat.level");
// @ts-expect-error the level, by that name
t("flat.level", { depth: 1 });
// @ts-expect-error nothing more than the level
t("flat.level", { level: 1, depth: 1 });
// @ts-expect-error what is counted is a number
t("players.points", { count: "3" });
// @ts-expect-error one of the two needs the level
t(either);
// @ts-expect-error some text needs more
t(key, { level: 1 });
// @ts-expect-error some bot's name needs the id
tAny(`bot.${code}`, "bot.random");
