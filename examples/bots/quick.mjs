// A bot in one file for Node, with nothing else: docs/programs.md tells what is said to it.
// It takes the most points there are now, and of equals any one, by the seed it is given.
//
// nouvelle-france sit LINK node examples/bots/quick.mjs

import { createInterface } from "node:readline";

let random = () => 0;
let seat = "";
let winter = "";

/** A small generator of numbers from 0 to 1: the same seed, the same game. */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Points for oneself; alone against Winter (the seat is "player"), those for a site's own colour less Winter's. */
function points(gain, number) {
  if (seat in gain) return gain[seat][number];
  return Object.entries(gain).reduce((sum, [colour, of]) => sum + (colour === winter ? -of[number] : of[number]), 0);
}

function choose(offer) {
  let best = -Infinity;
  let tied = [];
  for (const group of offer.placements) {
    group.ids.forEach((placement, number) => {
      const worth = points(group.gain, number);
      if (worth > best) [best, tied] = [worth, []];
      if (worth === best) tied.push({ do: group.do, placement });
    });
  }
  if (tied.length > 0 && (best > 3 || !offer.do.includes("draw"))) return tied[Math.floor(random() * tied.length)];
  if (offer.order > 0) return { do: "huron", order: [...Array(offer.order).keys()].reverse() };
  if (offer.unable.length > 0) return { do: "unable", ...offer.unable[0] };
  const tastes = ["fille", "coureur", ...(random() < 0.5 ? ["huron", "draw"] : ["draw", "huron"]), "end"];
  return { do: tastes.find((kind) => offer.do.includes(kind)) };
}

const answers = {
  hello: (message) => {
    winter = message.edition.solo.winter;
    return { name: "quick" };
  },
  start: (message) => {
    random = seeded(message.seed);
    seat = message.seat;
  },
  turn: (message) => ({ id: message.id, action: choose(message.offer) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const answer = answers[message.type]?.(message);
  if (answer) process.stdout.write(JSON.stringify(answer) + "\n");
}
