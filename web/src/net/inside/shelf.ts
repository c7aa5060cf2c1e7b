// The shelf of the house: tables and editions in this browser's own database. Python writes its rows as JSON
// (`nouvelle_france/browser/storage.py`) and is told when a transaction is complete, not before.

/** Rows have these; what else is in them is Python's. */
interface Standing {
  table: string;
  seq: number;
}

interface Entry {
  table: string;
  seq: number;
}

/** A table of this browser has grown. */
interface Grown {
  table: string;
  seq: number;
}

const opened = (name: string): Promise<IDBDatabase> =>
  new Promise((done, failed) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("entries", { keyPath: ["table", "seq"] });
      asked.result.createObjectStore("standings", { keyPath: "table" });
      asked.result.createObjectStore("editions");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });

const answered = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = transaction.onerror = () => failed(transaction.error);
  });

export class Shelf {
  private constructor(
    private readonly database: IDBDatabase,
    private readonly others: BroadcastChannel,
  ) {}

  static async open(name: string): Promise<Shelf> {
    return new Shelf(await opened(name), new BroadcastChannel(name));
  }

  /** Several tabs may play at one table: only what follows the last entry is kept, and the other decides anew. */
  async add(table: string, first: number, entries: string, standing: string): Promise<boolean> {
    const transaction = this.database.transaction(["entries", "standings"], "readwrite", { durability: "strict" });
    const standings = transaction.objectStore("standings");
    const before = (await answered(standings.get(table))) as Standing | undefined;
    if ((before?.seq ?? 0) !== first - 1) return false;
    const stands = JSON.parse(standing) as Standing;
    standings.put(stands);
    const log = transaction.objectStore("entries");
    for (const entry of JSON.parse(entries) as Omit<Entry, "table">[]) log.add({ ...entry, table });
    await completed(transaction);
    this.others.postMessage({ table, seq: stands.seq } satisfies Grown);
    return true;
  }

  async entries(table: string, after: number, limit?: number): Promise<string> {
    const range = IDBKeyRange.bound([table, after + 1], [table, Infinity]);
    const found = (await answered(this.read("entries").getAll(range, limit))) as Entry[];
    return JSON.stringify(found.map(({ table: _, ...entry }) => entry));
  }

  async standings(): Promise<string> {
    return JSON.stringify(await answered(this.read("standings").getAll()));
  }

  async keep_edition(digest: string, text: string): Promise<void> {
    const transaction = this.database.transaction("editions", "readwrite", { durability: "strict" });
    transaction.objectStore("editions").put(text, digest);
    await completed(transaction);
  }

  async edition(digest: string): Promise<string | undefined> {
    return (await answered(this.read("editions").get(digest))) as string | undefined;
  }

  async remove(table: string): Promise<void> {
    const transaction = this.database.transaction(["entries", "standings"], "readwrite");
    transaction.objectStore("standings").delete(table);
    transaction.objectStore("entries").delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    await completed(transaction);
  }

  listen(heard: (table: string, seq: number) => void): void {
    this.others.onmessage = ({ data }: MessageEvent<Grown>) => heard(data.table, data.seq);
  }

  private read(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store);
  }
}
