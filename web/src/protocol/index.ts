// What goes over the wire: the same shapes as nouvelle_france.protocol. Field names are the server's.

export type Cell = readonly [number, number, number];
export type Mode = "table" | "solo";

export interface Pose {
  site: string;
  shape: string;
  first: number;
  cubes: Cell[][];
}

export interface Named {
  id: string;
  names: Record<string, string>;
}

export interface EditionTold extends Named {
  digest: string;
  colours: Named[];
  shapes: (Named & { cubes: [number, number][] })[];
  bonus: (Named & { length: number })[];
  sites: (Named & {
    standee: Record<string, string>;
    solo_colour: string;
    plan: string[];
    joints: [[number, number], [number, number]][];
  })[];
  sticks: { colour: string; marks: number[]; disk: number }[];
  deck: { display: number; piles: number[]; one_card_piles: number[]; snow: number[] };
  solo: {
    winter: string;
    disk: number;
    player_turns: number;
    challenge_points: number;
    constraints: (Named & { turns: number[] })[];
    tracks: (Named & { at: number[] })[];
    challenges: (Named & {
      site: string;
      shape: string;
      count: number;
      pose: [number, number][] | null;
      at: [number, number][] | null;
      rectangle: [number, number] | null;
    })[];
  };
  poses: Pose[];
}

export interface RulesChosen {
  one_card: boolean;
  allies: "each_stage" | "once" | "none";
  support: "free-standing" | "leaning";
  unable: "verified" | "claimed";
}

export interface SoloSettings {
  constraint: string;
  track: string;
  architecture: string[];
}

export interface Pace {
  turn_seconds: number | null;
  window_seconds: number | null;
  bot_seconds: number;
}

export interface Options {
  mode: Mode;
  rules: RulesChosen;
  solo: SoloSettings | null;
  title: string;
  public: boolean;
  pace: Pace;
  coureur: "first" | "in_order";
  stand_in: string;
}

export interface Chair {
  seat: string;
  kind: "open" | "person" | "bot";
  name: string;
  bot: string | null;
  away: boolean;
  offered: boolean;
}

export interface GameTold {
  edition: string;
  mode: Mode;
  rules: RulesChosen;
  seats: string[];
  sticks: Record<string, string>;
  piles: { cards: number; snow: number }[];
  solo: (SoloSettings & { sites: (string | null)[] }) | null;
}

export interface BlockTold {
  by: string;
  block: string;
  cubes: Cell[];
}

export interface Result {
  scores: Record<string, number>;
  standees: Record<string, string | null>;
  winners: string[];
  decided_by: "points" | "allies" | "peg" | "shared";
}

export interface Position {
  phase: string;
  active: string;
  asked: string[];
  buildings: Record<string, BlockTold[]>;
  scores: Record<string, number>;
  display: string[];
  deck: number;
  snow: number;
  snow_may_come: boolean;
  stock: Record<string, string[]>;
  bonus: Record<string, string[]>;
  tokens: Record<string, string[]>;
  standees: Record<string, string | null>;
  points: number;
  claim: { shape: string; remove: string } | null;
  solo: {
    turn: number;
    required_site: string | null;
    due: { shape: string; colour: string }[];
    reached: Record<string, string[]>;
    earned: string[];
    snowing: boolean;
  } | null;
  result: Result | null;
}

export interface PlacementGroup {
  do: "place" | "bonus";
  block: string;
  site: string;
  ids: number[];
  gain: Record<string, number[]>;
  completes: number[];
  challenges: Record<string, string[]>;
}

export interface Offer {
  do: string[];
  placements: PlacementGroup[];
  order: number;
  unable: { shape: string; remove: string }[];
}

export interface Ask {
  seat: string;
  since: number;
  deadline: number | null;
}

export interface Said {
  seq: number;
  at: number;
  seat: string;
  name: string;
  text: string;
}

export interface Foreseen {
  size: number;
  cards: string[];
}

export interface Snapshot {
  table: string;
  seq: number;
  status: "waiting" | "playing" | "over" | "closed";
  created_at: number;
  options: Options;
  edition: string;
  rules_version: number;
  commitment: string;
  words: { seat: string; words: string }[] | null;
  secret: string | null;
  seats: Chair[];
  game: GameTold | null;
  position: Position | null;
  asks: Ask[];
  take_back: string | null;
  rematch: string | null;
  you: string[];
  offers: Record<string, Offer>;
  foresight: Record<string, Foreseen[]>;
  chat: Said[];
}

export interface GameEvent {
  event: string;
  by?: string;
  card?: string;
  block?: string;
  site?: string;
  cubes?: Cell[] | Record<string, number>;
  bonus?: boolean;
  scored?: { colour: string; new: Cell[]; linked: Cell[] }[];
  white_cubes?: number;
  points?: number;
  marks?: number;
  tied?: number;
  challenge?: string;
  colour?: string;
  ally?: string;
  cards?: string[] | null;
  order?: number[] | null;
  shape?: string;
  level?: number;
  sites?: { site: string; mark: number; cubes: Record<string, number> }[];
  depth?: number;
  scores?: Record<string, number>;
  disks?: Record<string, number>;
  winners?: string[];
  decided_by?: string;
}

export interface TableEvent {
  seq: number;
  at: number;
  kind: string;
  seat?: string;
  name?: string;
  bot?: string;
  how?: "person" | "bot" | "stand_in" | "clock";
  do?: string;
  gain?: Record<string, number>;
  text?: string;
  order?: string[];
  to?: string;
  events: GameEvent[];
}

export interface News extends TableEvent {
  type: "news";
  table: string;
  changes: Partial<Omit<Snapshot, "position">> & { position?: Partial<Position> | null };
  offers?: Record<string, Offer>;
  foresight?: Record<string, Foreseen[]>;
}

export type ServerMessage =
  | News
  | {
      type: "opened";
      re: string;
      table: string;
      seq: number;
      you: string[];
      snapshot: Snapshot | null;
      news: News[] | null;
      offers: Record<string, Offer>;
      foresight: Record<string, Foreseen[]>;
      present: string[];
      watching: number;
    }
  | { type: "done"; re: string; table: string | null; seq: number | null }
  | { type: "error"; re: string | null; code: string; message: string; rule: string | null; table: string | null }
  | { type: "present"; table: string; seats: string[]; watching: number }
  | { type: "you"; table: string; seats: string[] }
  | { type: "pong"; re: string }
  | { type: "bye"; reason: "restart" | "slow" };

export type Action =
  | { by: string; do: "draw" | "fille" | "coureur" | "decline" | "end" | "pass" }
  | { by: string; do: "place" | "bonus"; block: string; site: string; cubes: Cell[] }
  | { by: string; do: "huron"; order?: number[] }
  | { by: string; do: "unable"; shape: string; remove: string };

export interface SeatAsked {
  kind: "me" | "open" | "bot";
  seat?: string;
  name?: string;
  bot?: string;
}

export interface CreateTable {
  name: string;
  mode?: Mode;
  seats?: SeatAsked[];
  rules?: Partial<RulesChosen>;
  solo?: Partial<SoloSettings>;
  title?: string;
  public?: boolean;
  pace?: Partial<Pace>;
  coureur?: "first" | "in_order";
  stand_in?: string;
}

export interface Created {
  table: string;
  host: string;
  invite: string;
  tokens: Record<string, string>;
  snapshot: Snapshot;
}

export interface Seated {
  table: string;
  seat: string;
  token: string;
  snapshot: Snapshot;
}

export interface Listed {
  table: string;
  status: "waiting" | "playing";
  created_at: number;
  changed_at: number;
  title: string;
  mode: Mode;
  rules: RulesChosen;
  solo: SoloSettings | null;
  pace: Pace;
  seats: Chair[];
}

export interface Info {
  name: string;
  version: string;
  rules_version: number;
  /** Where others on the network reach the server, such as "http://192.168.1.5:8608"; null where they cannot. */
  address: string | null;
  bots: string[];
  editions: { id: string; digest: string; names: Record<string, string> }[];
}
