// Links to give away: they must work on the other's device too.

import { below } from "../protocol/root";

/** Only this machine calls itself so. */
const OWN = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** The whole address of a path of this page; where the page is open under an address of this machine only, under the network's. */
export function linkTo(path: string, page: string, network: string | null): string {
  return new URL(below(path), network && OWN.test(new URL(page).hostname) ? network : page).href;
}
