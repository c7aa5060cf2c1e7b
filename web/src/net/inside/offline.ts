// The service worker of a page without a server: everything it is made of, fetched once, and answered from here afterwards.
//
// Each version has a cache of its own. A new one is fetched beside the old and takes over when no tab of the old is open any
// more: a page never gets parts of another version, and no game is interrupted. `nouvelle-france site` writes, before this
// script, which files there are.

declare const VERSION: string;
declare const FILES: string[];

/** What the compiler does not know of the place where this runs. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Extendable {
  data: unknown;
  ports: readonly MessagePort[];
}
interface Place {
  registration: { scope: string };
  clients: {
    claim(): Promise<void>;
    matchAll(of: { type: "window"; includeUncontrolled: boolean }): Promise<readonly { url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(kind: "message", listener: (event: Told) => void): void;
}

const place = globalThis as unknown as Place;
const HASHED = /^(assets|house-)/;
const OURS = `nouvelle-france ${place.registration.scope} `;

place.addEventListener("install", (event) =>
  // Not from the browser's own cache, where a file without a hash in its name may be an old one.
  event.waitUntil(
    caches
      .open(OURS + VERSION)
      .then((cache) =>
        cache.addAll(FILES.map((file) => new Request(file, HASHED.test(file) ? {} : { cache: "reload" }))),
      ),
  ),
);

place.addEventListener("activate", (event) => event.waitUntil(Promise.all([forgetOthers(), place.clients.claim()])));

// A tab asks this version to take over: where it is the only one, no other would get parts of two versions.
place.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(takeOver().then((done) => event.ports[0]?.postMessage(done)));
});

async function takeOver(): Promise<boolean> {
  const tabs = await place.clients.matchAll({ type: "window", includeUncontrolled: true });
  const alone = tabs.filter(({ url }) => url.startsWith(place.registration.scope)).length <= 1;
  if (alone) await place.skipWaiting();
  return alone;
}

async function forgetOthers(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== OURS + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
}

place.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(place.registration.scope)) event.respondWith(answer(request));
});

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(OURS + VERSION);
  // Every path of ours is the same file.
  const wanted = request.mode === "navigate" ? new URL("./", place.registration.scope).href : request;
  return (await cache.match(wanted)) ?? fetch(request);
}

export {};
