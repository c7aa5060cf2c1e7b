// All seats of this browser in a link, to go on at another device. What holds them stands behind `#`: no server sees it.

import type { Kept } from "./seats";

type Moved = Pick<Kept, "table" | "title" | "tokens" | "host" | "invite" | "day">;

/** The seats of tables that are not over, in letters that need no escaping in an address. */
export function packed(tables: readonly Kept[]): string {
  const moved = tables
    .filter((kept) => !kept.over && (kept.host || Object.keys(kept.tokens).length))
    .map(({ table, title, tokens, host, invite, day }): Moved => ({ table, title, tokens, host, invite, day }));
  const bytes = new TextEncoder().encode(JSON.stringify(moved));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** What such a link holds; null where it holds nothing that makes sense. */
export function unpacked(code: string, now: number): Kept[] | null {
  try {
    const bytes = Uint8Array.from(atob(code.replace(/-/g, "+").replace(/_/g, "/")), (it) => it.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(found)) return null;
    const tables = found.filter(isMoved).map((it): Kept => ({ ...it, at: now }));
    return tables.length ? tables : null;
  } catch {
    return null;
  }
}

/** A table that was brought, with all that this browser holds of it already. */
export const merged = (here: Kept | undefined, brought: Kept): Kept => ({
  ...here,
  ...brought,
  title: brought.title || here?.title || "",
  tokens: { ...here?.tokens, ...brought.tokens },
});

const isText = (value: unknown): value is string => typeof value === "string" && value.length < 200;

function isMoved(value: unknown): value is Moved {
  if (typeof value !== "object" || value === null) return false;
  const { table, title, tokens, host, invite, day } = value as Partial<Moved>;
  const codes = [host, invite].every((it) => it === undefined || isText(it));
  const known = typeof tokens === "object" && tokens !== null && Object.entries(tokens).flat().every(isText);
  if (day !== undefined && typeof day !== "boolean") return false;
  return isText(table) && /^[A-Za-z0-9]+$/.test(table) && isText(title) && codes && known;
}
