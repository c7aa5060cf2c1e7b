// The service worker of a page with a server: it shows that it is somebody's turn, and leads to the table. It answers no
// requests, so that the page is loaded as if there were none.

/** What the compiler does not know of the place where this runs. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Pushed extends Extendable {
  data: { json(): unknown } | null;
}
interface Pressed extends Extendable {
  notification: { data: unknown; close(): void };
}
interface Tab {
  url: string;
  focus(): Promise<unknown>;
}
interface Place {
  registration: { scope: string; showNotification(title: string, options: object): Promise<void> };
  clients: {
    matchAll(of: { type: "window"; includeUncontrolled: boolean }): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install", listener: (event: Extendable) => void): void;
  addEventListener(kind: "push", listener: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", listener: (event: Pressed) => void): void;
}

const place = globalThis as unknown as Place;

place.addEventListener("install", (event) => event.waitUntil(place.skipWaiting()));

place.addEventListener("push", (event) => {
  const { table, title, body } = (event.data?.json() ?? {}) as { table?: string; title?: string; body?: string };
  event.waitUntil(
    place.registration.showNotification(title ?? "Nouvelle-France", {
      body,
      data: table,
      tag: `turn ${table}`, // the next turn's takes the place of the last one's …
      renotify: true, // … and is noticed all the same
      icon: new URL("icon-192.png", place.registration.scope).href,
    }),
  );
});

place.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(String(event.notification.data)));
});

/** To the table: in the tab that has it open, or in a new one. */
async function lead(table: string): Promise<void> {
  const address = new URL(`t/${encodeURIComponent(table)}`, place.registration.scope).href;
  const tabs = await place.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = tabs.find((tab) => tab.url.split("#")[0] === address);
  await (open ? open.focus() : place.clients.openWindow(address));
}

export {};
