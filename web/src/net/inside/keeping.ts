// Keeping the page for times without a network: from the first game on, or once it is installed.

/** What Chromium asks with whether the page should be installed; no standard knows it yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

let prompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

/** Fetch everything once, to be here whether there is a network or not. Browsers that cannot still play. */
export function keepEverything(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => undefined);
  navigator.storage?.persist?.().catch(() => undefined); // so that games are not given up for want of room
}

/** Listen for what tells that the page can be, or was, installed. */
export function awaitInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // a button of ours asks, when somebody wants it
    prompt = event as InstallPrompt;
    changed();
  });
  addEventListener("appinstalled", () => {
    prompt = null;
    keepEverything();
    changed();
  });
}

export const install = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether this browser can. */
  possible: (): boolean => prompt !== null,
  now: (): Promise<void> => prompt?.prompt() ?? Promise.resolve(),
};
