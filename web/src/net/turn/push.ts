// Messages of the server to this browser, whether the page is open or not: whether it can, and asking for them.

import { below } from "../../protocol/root";
import { rest } from "../rest";

/** Whether this browser shows messages of a page that is closed; if not, why. */
export type Ability = "able" | "insecure" | "install" | "unable";

const APPLE_PHONE = /iPhone|iPad|iPod/;

export function ability(): Ability {
  if (!isSecureContext) return "insecure"; // it needs HTTPS, or this machine itself
  if ("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis) return "able";
  // Tablets of theirs say that they are computers, but no computer of theirs has a touch screen.
  const apple = APPLE_PHONE.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && maxTouchPoints() > 1);
  return apple ? "install" : "unable";
}

const maxTouchPoints = (): number => navigator.maxTouchPoints ?? 0;

/** The seats of this browser at a table, by what holds them. */
export type Held = readonly (readonly [seat: string, token: string])[];

/** Whether this browser is told of the turns of all these seats. */
export async function isTold(table: string, held: Held): Promise<boolean> {
  if (ability() !== "able") return false;
  const registration = await navigator.serviceWorker.getRegistration(below("/"));
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return false;
  const id = await idOf(subscription.endpoint);
  const told = await Promise.all(held.map(([seat, token]) => rest.pushed(table, seat, token)));
  return told.length > 0 && told.every(({ ids }) => ids.includes(id));
}

/** What became of asking to be told. */
export type Asked = "told" | "denied" | "failed";

/** Ask for it; to be called by a press, since the browser asks in turn. `key` is the server's. */
export async function askToBeTold(table: string, held: Held, key: string, language: Language): Promise<Asked> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  let subscription: PushSubscription;
  try {
    subscription = await subscribed(key);
  } catch {
    return "failed"; // its vendor's push service cannot be reached, or does not want to
  }
  const { endpoint, keys } = subscription.toJSON();
  const asked = { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, language };
  for (const [seat, token] of held) await rest.push(table, seat, token, asked);
  return "told";
}

type Language = "en" | "fr" | "pl";

/** Be told no longer, at this table. */
export async function beToldNoLonger(table: string, held: Held): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(below("/"));
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const id = await idOf(subscription.endpoint);
  for (const [seat, token] of held) await rest.pushNoLonger(table, seat, token, id);
}

/** The browser's subscription with the key of this server: one for all tables. */
async function subscribed(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(below("/turn.js"), { scope: below("/") });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && written(known.options.applicationServerKey) === key) return known;
  await known?.unsubscribe(); // the server has another key by now
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Bytes as the server writes a key. */
function written(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What the server calls a subscription. */
async function idOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
