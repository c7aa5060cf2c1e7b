// Files that lie beside the page where there is no server: what the house is made of, and what it offers.

/** The address of one of them; their folder is named by what is in them. */
export function filesOf(name: string): string {
  const folder = document.querySelector<HTMLMetaElement>('meta[name="house"]')?.content ?? "";
  return new URL(folder + name, document.baseURI).href;
}

/** The file that answers a request, where one does: what a house offers is known before it is open. */
export function fileFor(path: string): string | null {
  if (path === "/api/info") return filesOf("info.json");
  const digest = /^\/api\/editions\/([0-9a-f]{64})$/.exec(path)?.[1];
  return digest ? filesOf(`${digest}.json`) : null;
}

/** Editions besides the usual one, by their files. */
export function editionFiles(): string[] {
  const said = document.querySelector<HTMLMetaElement>('meta[name="editions"]')?.content ?? "";
  return said.split(" ").filter(Boolean);
}
