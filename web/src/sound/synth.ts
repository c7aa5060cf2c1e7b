// The sounds themselves, made of oscillators and noise: no recording is loaded.

import type { Heard, Sound } from "./sound";

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Two seconds of noise, made once. */
function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return hiss;
}

/** Where one sound is put together: when it begins, and what it goes into. */
interface Desk {
  context: AudioContext;
  at: number;
  out: AudioNode;
}

/** A tone that dies away. */
function tone(desk: Desk, pitch: number, loud: number, long: number, wave: OscillatorType = "sine", delay = 0): void {
  const { context, out } = desk;
  const at = desk.at + delay;
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0004, at + long);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + long + 0.02);
}

interface Breath {
  from: number;
  to: number;
  sharp: number;
  loud: number;
  long: number;
  /** Which part of it is swelling. */
  swell: number;
}

/** Noise through a band that wanders: a slide, a knock, wind. */
function breath({ context, at, out }: Desk, { from, to, sharp, loud, long, swell }: Breath): void {
  const source = context.createBufferSource();
  source.buffer = noise(context);
  source.loop = true;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = sharp;
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + long);
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0004, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.max(0.004, long * swell));
  gain.gain.exponentialRampToValueAtTime(0.0004, at + long);
  source.connect(band).connect(gain).connect(out);
  source.start(at, Math.random());
  source.stop(at + long + 0.02);
}

/** Wood on wood: a knock, and the two notes of a small block. */
function clack(desk: Desk, pitch: number, loud: number): void {
  breath(desk, { from: 2600, to: 900, sharp: 1.2, loud: 0.5 * loud, long: 0.05, swell: 0.05 });
  tone(desk, pitch, 0.32 * loud, 0.09, "triangle");
  tone(desk, pitch * 1.52, 0.16 * loud, 0.06, "sine", 0.004);
}

/** The notes a row of counted cubes climbs: a scale without half tones, so that any number of them is in tune. */
const SCALE = [0, 2, 4, 7, 9];
const climbing = (step: number): number =>
  2 ** ((SCALE[step % SCALE.length]! + 12 * Math.min(2, Math.floor(step / SCALE.length))) / 12);

const SOUNDS: Record<Sound, (desk: Desk, step: number) => void> = {
  turn: (desk) => {
    tone(desk, 587, 0.16, 0.5);
    tone(desk, 880, 0.13, 0.7, "sine", 0.12);
  },
  card: (desk) => breath(desk, { from: 1500, to: 5200, sharp: 0.7, loud: 0.14, long: 0.19, swell: 0.55 }),
  place: (desk) => {
    clack(desk, 410, 1);
    clack({ ...desk, at: desk.at + 0.085 }, 470, 0.32); // it settles
  },
  hop: (desk) => {
    clack(desk, 880, 0.22);
    clack({ ...desk, at: desk.at + 0.13 }, 990, 0.28);
  },
  count: (desk, step) => {
    tone(desk, 523 * climbing(step), 0.15, 0.55);
    tone(desk, 1046 * climbing(step), 0.05, 0.35, "sine", 0.01);
  },
  loss: (desk, step) => tone(desk, 392 / climbing(step % 5), 0.17, 0.5, "triangle"),
  stick: (desk) => {
    clack(desk, 260, 0.7);
    clack({ ...desk, at: desk.at + 0.22 }, 220, 0.9);
  },
  wind: (desk) => {
    breath(desk, { from: 320, to: 640, sharp: 3.2, loud: 0.42, long: 3.6, swell: 0.45 });
    breath(desk, { from: 900, to: 500, sharp: 6, loud: 0.16, long: 3, swell: 0.6 });
  },
  settle: (desk) => breath(desk, { from: 420, to: 130, sharp: 0.8, loud: 0.22, long: 1.1, swell: 0.12 }),
  complete: (desk) => {
    for (const [number, pitch] of [293.7, 440, 587.3, 740, 880].entries())
      tone(desk, pitch, 0.13, 1.6 - number * 0.12, number < 2 ? "triangle" : "sine", number * 0.11);
  },
  ally: (desk) => {
    tone(desk, 440, 0.11, 0.35, "triangle");
    tone(desk, 659, 0.11, 0.5, "triangle", 0.09);
  },
};

export function play(sound: Sound, volume: number, { after = 0, step = 0 }: Heard): void {
  audio ??= new AudioContext();
  // A browser may have put it to sleep while the page was out of sight.
  if (audio.state === "suspended") void audio.resume();
  const out = audio.createGain();
  out.gain.value = volume * volume;
  out.connect(audio.destination);
  SOUNDS[sound]({ context: audio, at: audio.currentTime + 0.01 + after, out }, step);
}
