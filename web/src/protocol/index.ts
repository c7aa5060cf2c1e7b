// The door of this room. All types are generated from the server's models (`make types`); some are called by shorter
// names in the page, where nothing else bears them.

export type * from "./analysis";
export type * from "./book";
export type * from "./days";
export type * from "./edition";
export type * from "./events";
export type * from "./game";
export type * from "./lessons";
export type * from "./news";
export type * from "./notices";
export type * from "./puzzles";
export type * from "./rest";
export type * from "./socket";
export type * from "./timeline";
export type { EventTold as TableEvent, NewsTold as News } from "./news";
export type { PositionTold as Position, ResultTold as Result } from "./game";
export type {
  AskTold as Ask,
  ChairTold as Chair,
  OptionsTold as Options,
  PaceTold as Pace,
  SaidTold as Said,
  SoloSettingsTold as SoloSettings,
} from "./rest";
export type { ActionAsked as Action } from "./socket";
export { passOver } from "./passOver";
