// Taking pictures of the 3D view while the game goes through its moments.

import { ASK_HANDLE, type BoardHandle } from "../../board/props";
import type { Moments } from "../../model/source";

/** How long a block, a snowfall and the end are looked at, in milliseconds. */
const PACE = { block: 260, snow: 900, end: 2_500 };

/** What browsers can record, the first they know: all but one write WebM. */
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

const view = (): Element | null => document.querySelector("[data-board=scene]");

/** Whether there is a 3D view to be taken. */
export const canFilm = (): boolean => view() !== null && "MediaRecorder" in window;

/** The view as it is now; null where there is none. */
export async function pictureNow(): Promise<Blob | null> {
  let handle: BoardHandle | null = null;
  const detail = (told: BoardHandle): void => {
    handle = told;
  };
  view()?.dispatchEvent(new CustomEvent(ASK_HANDLE, { detail }));
  return handle && (handle as BoardHandle).photograph();
}

/** The moments worth a picture: the beginning, each block, each snowfall, the end. */
export function scenes(moments: Moments): number[] {
  const found = Array.from({ length: moments.length }, (_, moment) => moment).filter((moment) =>
    moments
      .at(moment)
      .log.at(-1)
      ?.events.some(({ event }) => event === "placed" || event === "snow_fell"),
  );
  return [...new Set([0, ...found, moments.length - 1])];
}

/** Film a game: `seek` shows a moment. Ends early where `signal` says so, with what there is. */
export async function film(
  moments: Moments,
  seek: (moment: number) => void,
  onScene: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const canvas = view()!.querySelector("canvas")!;
  const stream = canvas.captureStream(30);
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), videoBitsPerSecond: 8_000_000 });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener("stop", done, { once: true }));
  const all = scenes(moments);
  recorder.start();
  for (const [number, moment] of all.entries()) {
    if (signal.aborted) break;
    seek(moment);
    onScene(number + 1, all.length);
    const snow = moments
      .at(moment)
      .log.at(-1)
      ?.events.some(({ event }) => event === "snow_fell");
    await pause(moment === moments.length - 1 ? PACE.end : snow ? PACE.snow : PACE.block, signal);
  }
  recorder.stop();
  await ended;
  for (const track of stream.getTracks()) track.stop();
  return new Blob(parts, { type: recorder.mimeType });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      done();
    });
  });
}
