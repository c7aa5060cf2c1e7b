// Where the server is below its host: at the host itself, or at a path of it such as `/games`. The page it sends says so
// (`server/page.py`). Paths in the code begin at the server; these two lead from there to addresses and back.

/** What stands before every path, without a slash at its end. */
const ROOT = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? "";

/** The address of a path of the server: `below("/rules")` is `/games/rules`. */
export const below = (path: string, root = ROOT): string => root + path;

/** The path of the server that an address has: `above("/games/rules")` is `/rules`. */
export const above = (address: string, root = ROOT): string =>
  address.startsWith(`${root}/`) ? address.slice(root.length) : address;
