// Written by `make types` from the models in src/nouvelle_france/protocol/rest.py. Do not edit.

import type { Foreseen, GameTold, Mode, Offer, PositionTold, RulesChosen } from "./game";

/** Every error a server answers with. Each is explained in docs/protocol.md. */
export type Code =
  | "bad_message"
  | "too_large"
  | "too_many"
  | "not_found"
  | "not_allowed"
  | "password"
  | "bad_origin"
  | "unknown_table"
  | "unknown_edition"
  | "unknown_bot"
  | "unknown_seat"
  | "bad_token"
  | "bad_invite"
  | "bad_options"
  | "bad_record"
  | "bad_address"
  | "not_open"
  | "seat_taken"
  | "seats_open"
  | "not_waiting"
  | "not_playing"
  | "not_over"
  | "not_yet"
  | "no_proof"
  | "closed"
  | "present"
  | "stale"
  | "id_reused"
  | "not_your_seat"
  | "not_your_turn"
  | "out_of_time"
  | "invalid_move"
  | "illegal_move"
  | "too_late"
  | "chat_full"
  | "proposed"
  | "not_two"
  | "no_hints"
  | "sealed"
  | "other_rules"
  | "unavailable"
  | "failed";

/** The variants (VAR, PLC-5, UNA-4). */
export interface RulesAsked {
  one_card?: boolean;
  /** When ally tokens come back; default: none in solo, otherwise each_stage. */
  allies?: "each_stage" | "once" | "none" | null;
  support?: "free-standing" | "leaning";
  unable?: "verified" | "claimed";
}

/** The challenges of a solo game; by default the edition's first. */
export interface SoloAsked {
  constraint?: string | "";
  track?: string | "";
  architecture?: string[];
}

/** How long people and bots may take, in seconds. */
export interface PaceAsked {
  /** For one's own turn; null is unlimited. */
  turn_seconds?: number | null;
  /** For an answer in another's turn; null is the same as for a turn. */
  window_seconds?: number | null;
  /** How long bots wait before each of their moves. */
  bot_seconds?: number;
}

/** A seat of the new table: for oneself, for a bot, or open. */
export interface SeatAsked {
  kind?: "me" | "open" | "bot";
  /** Its colour; random by default. */
  seat?: string | null;
  /** Who sits there, if not the table's maker (hot seat). */
  name?: string | null;
  /** Which bot. */
  bot?: string | null;
  /** It begins, instead of a random seat: such a table has no shuffle proof. */
  begins?: boolean;
}

/** A new game from a moment of a finished one, against bots: of a table here, or of a record. */
export interface PlayOn {
  /** Who plays on. */
  name: string;
  table?: string | null;
  /** A record, finished or not, as text. */
  record?: string | null;
  /** After how many actions; a Huron's look is one of its own, as in a timeline. */
  moment: number;
  /** The seat to play; by default the one that is to act. */
  seat?: string | null;
  /** Who plays the others. */
  bot?: string;
  /** How long bots wait before each of their moves. */
  bot_seconds?: number;
}

/** A game that moves here from a browser without a server: a finished one, or one with a single person. */
export interface Bring {
  /** Its record, finished or not, as text. */
  record: string;
  title?: string;
  coureur?: "first" | "in_order";
  winter_ties?: "player" | "fixed";
  hints?: boolean;
  /** How long bots wait before each of their moves. */
  bot_seconds?: number;
}

/** A new table. */
export interface CreateTable {
  /** Who makes it. */
  name: string;
  mode?: Mode;
  /** In the order they sit. Default: oneself and an open seat, or oneself in solo. */
  seats?: SeatAsked[] | null;
  rules?: RulesAsked;
  solo?: SoloAsked | null;
  /** Id or digest; default: the built-in one. */
  edition?: string | null;
  title?: string;
  /** Listed in the lobby, and open to all; otherwise by link only. */
  public?: boolean;
  pace?: PaceAsked;
  coureur?: "first" | "in_order";
  stand_in?: string;
  /** Who chooses among placements that are equal for Winter (SOL-5d). */
  winter_ties?: "player" | "fixed";
  /** Whether players may ask for hints on their turn; default: if one person plays alone or with bots. */
  hints?: boolean | null;
  /** The first of two games: a return match, where the other begins the second; or a duplicate, whose deal somebody else plays in the same seat at another table. */
  series?: "return" | "duplicate" | null;
}

/** Other rules for a table whose game has not begun. */
export interface ChangeRules {
  rules: RulesAsked;
  /** Only in solo. */
  solo?: SoloAsked | null;
  /** Null leaves it as it is. */
  coureur?: "first" | "in_order" | null;
  /** Null leaves it as it is. */
  winter_ties?: "player" | "fixed" | null;
}

/** Take an open seat. */
export interface Join {
  name: string;
  /** What is to hold the seat, at random; by default the server makes it. Where no answer came, the same may be asked again: whoever holds a seat by this token is answered as before. */
  token?: string | null;
  seat?: string | null;
  /** The invitation; public tables need none. */
  invite?: string | null;
  /** What to add to the shuffle, chosen after seeing the commitment. */
  words?: string;
}

/** The password of the server. */
export interface Enter {
  password: string;
}

/** Begin the game. */
export interface Start {
  /** What to add to the shuffle for the seat of the token; the host's holds none. */
  words?: string | null;
}

/** Put a bot on a seat. */
export interface SeatBot {
  bot: string;
}

/** Propose something that the others must agree to. */
export interface Propose {
  /** To go back to one's own last action, or to end the game without a result. */
  what: "take_back" | "abandon";
}

/** An answer to a proposal; the proposer withdraws it by not agreeing. */
export interface Answer {
  agree: boolean;
}

/** Take a seat that was offered by link. */
export interface TakeOver {
  name: string;
  /** What is to hold the seat, at random; by default the server makes it. Where no answer came, the same may be asked again: whoever holds a seat by this token is answered as before. */
  token?: string | null;
  offer: string;
}

/** A seat of a table. */
export interface ChairTold {
  seat: string;
  kind: "open" | "person" | "bot";
  name: string;
  bot: string | null;
  /** A bot stands in until its holder is back. */
  away: boolean;
  /** Its holder offers it by link. */
  offered: boolean;
}

/** How long people and bots may take. */
export interface PaceTold {
  turn_seconds: number | null;
  window_seconds: number | null;
  bot_seconds: number;
}

/** The challenges chosen. */
export interface SoloSettingsTold {
  constraint: string;
  track: string;
  architecture: string[];
}

/** The game this one continues, after this many of its actions. */
export interface OriginTold {
  table: string | null;
  moment: number;
  /** It is the same game, moved here, with nothing dealt again. */
  moved?: boolean;
}

/** Two games that belong together: which of them this is, the table of the other, and the first's points by seat. */
export interface SeriesTold {
  kind: "return" | "duplicate";
  leg: number;
  other: string | null;
  scores: Record<string, number>;
}

/** The day whose game this is, and what it counts as: a first, a further, a past day's, or a private one. */
export interface DayGameTold {
  date: string;
  count: "first" | "further" | "past" | "alone";
}

/** The table's options. */
export interface OptionsTold {
  mode: Mode;
  rules: RulesChosen;
  solo: SoloSettingsTold | null;
  title: string;
  public: boolean;
  pace: PaceTold;
  coureur: "first" | "in_order";
  stand_in: string;
  winter_ties: "player" | "fixed";
  hints: boolean;
  /** The seat that begins by arrangement, not at random; such a table has no shuffle proof. */
  begins: string | null;
  /** Such a table has no shuffle proof either. */
  origin: OriginTold | null;
  series: SeriesTold | null;
  day: DayGameTold | null;
}

/** A seat that may act, since which event, and until when (milliseconds since 1970). */
export interface AskTold {
  seat: string;
  since: number;
  deadline: number | null;
}

/** A seat's words for the shuffle. */
export interface WordsTold {
  seat: string;
  words: string;
}

/** A line of chat. */
export interface SaidTold {
  seq: number;
  at: number;
  seat: string;
  name: string;
  text: string;
}

/** What a seat proposes, who has agreed, and whom it waits for. */
export interface ProposalTold {
  seat: string;
  what: "take_back" | "abandon";
  agreed: string[];
  waits: string[];
}

/** How a game ended without a result by the rules: through whom, and who has won by it. */
export interface EndedTold {
  how: "conceded" | "abandoned";
  seat: string | null;
  winners: string[];
}

/** A table as the holder of some seats sees it. */
export interface Snapshot {
  table: string;
  seq: number;
  status: "waiting" | "playing" | "over" | "closed";
  created_at: number;
  options: OptionsTold;
  edition: string;
  rules_version: number;
  commitment: string;
  words: WordsTold[] | null;
  secret: string | null;
  seats: ChairTold[];
  game: GameTold | null;
  position: PositionTold | null;
  asks: AskTold[];
  take_back: string | null;
  /** The proposal the others are asked to agree to. */
  proposal?: ProposalTold | null;
  /** How it ended, if not by the rules. */
  ended?: EndedTold | null;
  rematch: string | null;
  you: string[];
  offers: Record<string, Offer>;
  foresight: Record<string, Foreseen[]>;
  chat: SaidTold[];
}

/** A new table, with the tokens to host it, invite others and hold seats. Only this answer has them. */
export interface Created {
  table: string;
  host: string;
  invite: string;
  tokens: Record<string, string>;
  snapshot: Snapshot;
}

/** A seat that is now held by a token. */
export interface Seated {
  table: string;
  seat: string;
  token: string;
  snapshot: Snapshot;
}

/** A code for a link: it invites to the table, or hands over a seat. */
export interface Invitation {
  table: string;
  code: string;
  seat: string | null;
}

/** The table where the same people play again; their tokens hold their seats there too. */
export interface Rematch {
  table: string;
}

/** It was done; the table's last event. */
export interface Ok {
  table: string;
  seq: number;
}

/** A table in the lobby. */
export interface Listed {
  table: string;
  status: "waiting" | "playing" | "over" | "closed";
  created_at: number;
  changed_at: number;
  title: string;
  mode: Mode;
  rules: RulesChosen;
  solo: SoloSettingsTold | null;
  pace: PaceTold;
  seats: ChairTold[];
  /** Whether players may ask for hints on their turn. */
  hints: boolean;
  /** The seat that begins by arrangement, if one does. */
  begins: string | null;
  series: SeriesTold | null;
}

/** Public tables, most recently changed first; `more` is the next page's `after`, if there is one. */
export interface Lobby {
  tables: Listed[];
  more: string | null;
}

/** An edition tables can be made with. */
export interface EditionListed {
  id: string;
  digest: string;
  names: Record<string, string>;
}

/** About this server. */
export interface Info {
  name: "nouvelle-france";
  version: string;
  rules_version: number;
  /** Its address on the network, if known. */
  address: string | null;
  bots: string[];
  editions: EditionListed[];
}

/** The rules work and the storage answers. */
export interface Health {
  status: "ok";
  version: string;
  move: string;
}

/** Why something was refused. Codes are a closed list. */
export interface Problem {
  code: Code;
  message: string;
  /** The number of the rule that forbids it. */
  rule: string | null;
  /** The field at fault. */
  field: string | null;
}
