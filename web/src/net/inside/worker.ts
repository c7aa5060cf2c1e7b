// The house inside the browser: Python in a worker, with the code that a server runs (`nouvelle_france/browser/`).

import type { loadPyodide } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import type { Begin, FromHouse, FromPage } from "./messages";
import { Shelf } from "./shelf";

const port = globalThis as unknown as MessagePort;
const tell = (message: FromHouse): void => port.postMessage(message);

/** `nouvelle_france.browser.door.Door`. */
interface Door {
  ask(method: string, path: string, body?: string, token?: string): Promise<string>;
  connect(line: number): void;
  hear(line: number, text: string): Promise<void>;
  leave(line: number): Promise<void>;
}

interface Beginning {
  begin(shelf: unknown, page: unknown, editions: string[]): Promise<Door>;
}

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>;

const fetched = async (address: string): Promise<Uint8Array> => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return new Uint8Array(await answer.arrayBuffer());
};

async function begin({ house, shelf: name, editions }: Begin): Promise<Door> {
  const packed = fetched(`${house}nouvelle_france.zip`);
  const texts = Promise.all(editions.map((file) => fetched(house + file)));
  const shelf = Shelf.open(name);
  for (const early of [packed, texts, shelf]) early.catch(() => undefined); // heard of below
  const [script, module] = (await Promise.all([
    import(/* @vite-ignore */ `${house}pyodide.js`),
    import(/* @vite-ignore */ `${house}pyodide.asm.js`), // by itself it would ask for a name that not every host knows
  ])) as [{ loadPyodide: typeof loadPyodide }, { default: Options["createPyodideModule"] }];
  const python = await script.loadPyodide({ indexURL: house, createPyodideModule: module.default });
  python.unpackArchive(await packed, "zip", { extractDir: "/lib/house" });
  const files = (await texts).map((text, number) => {
    const file = `/lib/house/edition-${number}.toml`;
    python.FS.writeFile(file, text);
    return file;
  });
  python.runPython('import sys; sys.path.insert(0, "/lib/house")');
  const kept = await shelf;
  const beginning = python.pyimport("nouvelle_france.browser.begin") as Beginning;
  const page = { tell: (line: number, text: string) => tell({ tell: "line", line, text }) };
  return beginning.begin(held(kept), page, files);
}

/** What Python hands over to be called later must be held, or it is gone when the call returns. */
function held(shelf: Shelf): Shelf {
  const { listen } = shelf;
  shelf.listen = (heard) => listen.call(shelf, (heard as unknown as PyProxy).copy() as unknown as typeof heard);
  return shelf;
}

let door: Promise<Door>;

async function take(message: FromPage): Promise<void> {
  if (message.say === "begin") {
    door = begin(message);
    try {
      await door;
      tell({ tell: "open" });
    } catch (error) {
      tell({ tell: "failed", why: String(error) });
    }
    return;
  }
  const house = await door.catch(() => null);
  if (!house) return; // the page knows already
  switch (message.say) {
    case "ask": {
      const { id, method, path, body, token } = message;
      return tell({ tell: "answer", id, text: await house.ask(method, path, body, token) });
    }
    case "connect":
      return house.connect(message.line);
    case "hear":
      return house.hear(message.line, message.text);
    case "leave":
      return house.leave(message.line);
  }
}

port.onmessage = ({ data }: MessageEvent<FromPage>) => void take(data);
