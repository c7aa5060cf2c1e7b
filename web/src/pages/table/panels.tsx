// What can be opened at a table: in the journal beside the picture, or in a dialog.

import { lazy, type ReactNode } from "react";
import type { PlacingState } from "../../hand/usePlacing";
import type { Panel } from "../../kit/panels";
import type { Lit } from "../../model/building";
import type { Legal } from "../../model/placing";
import type { Hand } from "../../model/source";
import type { LiveTable } from "../../net/live";
import { Settings } from "../../settings/Settings";
import { speakAlso, t } from "../../words/words";
import { Challenges, challengesMet } from "./Challenges";
import { Chat } from "./Chat";
import { Coaching } from "./coach/Coaching";
import type { Hints } from "./hints/useHints";
import { Journal } from "./Journal";
import { Log } from "./Log";
import { Players } from "./Players";
import type { TableState } from "./state";
import resultStyles from "./Result.module.css";

// Only whoever opens them needs them.
const EndedWords = lazy(() => import("./Agreements").then((module) => ({ default: module.EndedWords })));
const Afterwards = lazy(() => import("./Afterwards").then((module) => ({ default: module.Afterwards })));
const Help = lazy(async () => {
  const [module] = await Promise.all([import("./Help"), speakAlso("aside")]);
  return { default: module.Help };
});
const Links = lazy(() => import("./Links").then((module) => ({ default: module.Links })));
const Placements = lazy(() => import("../../hand/Placements").then((module) => ({ default: module.Placements })));
const Result = lazy(() => import("./Result").then((module) => ({ default: module.Result })));
const Stock = lazy(() => import("./Stock").then((module) => ({ default: module.Stock })));
const HintNumbers = lazy(() => import("./hints/Hints").then((module) => ({ default: module.HintNumbers })));

interface Opened {
  state: TableState;
  hand: Hand | null;
  live: LiveTable | null;
  /** A game that is watched again has no chat. */
  replay: boolean;
  /** Light cubes in the picture. */
  onShow: (lit: Lit[]) => void;
}

/** What stands beside the picture. */
export function journalPanels({ state, hand, replay, onShow, analysis }: Opened & { analysis?: ReactNode }): Panel[] {
  const { snapshot, edition } = state;
  const met = challengesMet(snapshot, edition);
  return [
    {
      id: "log",
      title: t("journal.log"),
      shown: true,
      view: () => <Log state={state} snapshot={snapshot} edition={edition} onShow={onShow} />,
    },
    {
      id: "chat",
      title: snapshot.chat.length ? `${t("journal.chat")} (${snapshot.chat.length})` : t("journal.chat"),
      shown: !replay,
      view: () => <Chat hand={hand} snapshot={snapshot} />,
    },
    {
      id: "analysis",
      title: t("analysis.title"),
      shown: Boolean(analysis),
      view: () => analysis,
    },
    {
      id: "challenges",
      title: met ?? "",
      shown: met !== null,
      view: () => <Challenges snapshot={snapshot} edition={edition} onShow={onShow} />,
    },
  ];
}

interface OverTheTable extends Opened {
  journal: Panel[];
  flat: boolean;
  placing: PlacingState;
  hints: Hints;
  /** A snowfall is being looked at: the last one is counted before the result is told. */
  snowing: boolean;
  /** Close the dialog. */
  onDone: () => void;
  /** Close the dialog and look at a site. */
  lookAt: (site: string) => void;
  /** Close the dialog and show a placement … */
  showPlacement: (legal: Legal) => void;
  /** … or a hint. */
  showHint: (number: number) => void;
}

/** What lies over the table when it is asked for. */
export function tablePanels(opened: OverTheTable): Panel[] {
  const { state, live, journal, flat, placing, hints, snowing, onShow, onDone, lookAt, showPlacement, showHint } =
    opened;
  const { snapshot, edition } = state;
  return [
    {
      id: "links",
      title: t("table.links"),
      shown: live !== null,
      view: () => live && <Links live={live} state={state} onDone={onDone} />,
    },
    { id: "settings", title: t("table.settings"), shown: true, view: () => <Settings /> },
    {
      id: "help",
      title: t("help.title"),
      shown: true,
      view: () => <Help edition={edition} snapshot={snapshot} flat={flat} />,
    },
    { id: "stock", title: t("stock.title"), shown: true, view: () => <Stock snapshot={snapshot} edition={edition} /> },
    {
      id: "challenges",
      title: t("challenges.title"),
      shown: true,
      view: () => <Challenges snapshot={snapshot} edition={edition} onShow={onShow} onChosen={lookAt} />,
    },
    {
      id: "players",
      title: t("players.title"),
      shown: true,
      view: () => <Players state={state} snapshot={snapshot} edition={edition} />,
    },
    {
      id: "journal",
      title: t("journal.title"),
      shown: true,
      // The challenges have a panel of their own where the journal is one.
      view: () => <Journal panels={journal.filter(({ id }) => id !== "challenges")} watching={state.watching} />,
    },
    {
      id: "placements",
      title: t("placements.title"),
      shown: (placing.placeable?.legal.length ?? 0) > 0,
      view: () => <Placements placing={placing} edition={edition} worths={hints.worths} onShow={showPlacement} />,
    },
    {
      id: "hints",
      title: t("hint.title"),
      shown: hints.told !== null,
      view: () => <HintNumbers told={hints.told!} snapshot={snapshot} edition={edition} onShow={showHint} />,
    },
    {
      id: "end",
      title: t("end.title"),
      shown: !snowing && (Boolean(snapshot.position?.result) || Boolean(snapshot.ended)),
      view: () => (
        <div className={resultStyles.end} data-part="end">
          <EndedWords snapshot={snapshot} />
          {snapshot.position?.result && <Result state={state} snapshot={snapshot} edition={edition} />}
          {live && <Coaching inside state={state} block={null} placing={false} />}
          {live && <Afterwards snapshot={snapshot} />}
        </div>
      ),
    },
  ];
}
