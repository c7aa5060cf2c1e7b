// Files that lie beside the page's script, written when it is built: each is fetched once, when somebody wants it, and none
// needs a server that knows the game.

import { Refusal } from "./rest";

/** Reads the files of a folder by their names. `addresses` is what `import.meta.glob` found there. */
export function filesBeside(addresses: Record<string, string>, folder: string): <T>(name: string) => Promise<T> {
  const asked = new Map<string, Promise<unknown>>();
  const read = async (name: string): Promise<unknown> => {
    const address = addresses[`../../${folder}/${name}.json`];
    const answer = address ? await fetch(address).catch(() => null) : null;
    if (!answer?.ok) throw new Refusal("offline", `${name} of the ${folder} cannot be had`);
    return answer.json();
  };
  return <T>(name: string): Promise<T> => {
    let found = asked.get(name);
    if (!found) {
      found = read(name);
      asked.set(name, found);
      found.catch(() => asked.delete(name)); // whoever wants it next asks again
    }
    return found as Promise<T>;
  };
}
