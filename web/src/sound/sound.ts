// What the table sounds like. Nothing is heard before somebody has touched the page, which browsers ask for as well; and
// what makes the sounds is fetched only then.

export type Sound =
  | "turn"
  | "card"
  | "place"
  | "hop"
  | "count"
  | "loss"
  | "stick"
  | "wind"
  | "settle"
  | "complete"
  | "ally";

export interface Heard {
  /** In so many seconds. */
  after?: number;
  /** Which one of a row it is: the row climbs. */
  step?: number;
}

type Play = (sound: Sound, volume: number, heard: Heard) => void;

let volume = 0;
let touched = false;
let play: Promise<Play> | null = null;

const synth = (): Promise<Play> => (play ??= import("./synth").then((script) => script.play));

/** How loud it is to be, from 0 (nothing at all) to 1. */
export function tune(to: number): void {
  volume = to;
}

/** Something sounds, where sound is wanted and somebody has touched the page. */
export function hear(sound: Sound, heard: Heard = {}): void {
  // Whoever looks elsewhere is called when it is their turn, and hears nothing else.
  if (!touched || volume <= 0 || (document.hidden && sound !== "turn")) return;
  const since = performance.now();
  void synth().then((now) => {
    // A sound that comes long after what makes it belongs to nothing.
    if (performance.now() - since < 400) now(sound, volume, heard);
  });
}

// Where there is no page, as in a test of something else, nobody touches it.
for (const touch of ["pointerdown", "keydown"])
  globalThis.addEventListener?.(
    touch,
    () => {
      touched = true;
      if (volume > 0) void synth();
    },
    { once: true, capture: true },
  );
