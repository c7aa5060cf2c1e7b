// Where the page is: at a host itself, or at a path of it such as `/games`. The page says so (`server/page.py`). Paths in the
// code begin there; `below` and `above` lead to addresses and back. Files on a host that knows nothing of us
// (`nouvelle-france site`) have one address only, so that there every path stands behind a question mark: `/games/?/rules`.

const SAID = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? "";

/** Whether there is no server behind this page: then the house is inside the browser. */
export const SERVERLESS = SAID === "?";

/** The folder of a page that is a file. */
const folder = (pathname: string): string => pathname.replace(/index\.html$/, "");

/** What stands before every path, without a slash at its end. */
const ROOT = SERVERLESS ? `${folder(location.pathname)}?` : SAID;

/** The address of a path of ours: `below("/rules")` is `/games/rules`. */
export const below = (path: string, root = ROOT): string => root + path;

/** The path of ours that an address has: `above("/games/rules")` is `/rules`. */
export const above = (address: string, root = ROOT): string =>
  address.startsWith(`${root}/`) ? address.slice(root.length) : address;

/** The path of ours that is open, here or in another tab of ours. */
export function pathAt(at: Pick<Location, "pathname" | "search">, root = ROOT): string {
  const [path] = at.search.split("&");
  return above(root.endsWith("?") ? folder(at.pathname) + path : at.pathname, root);
}
