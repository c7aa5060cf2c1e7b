// Three boards on one page and no server: one to play on by a script, one to look at, one still. Tests go through a whole
// recorded game with it; tests/web/test_boards.py builds it and puts the game beside it.

import { useMemo, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { Board } from "../src/board/Board";
import { Graphics, GraphicsContext } from "../src/board/graphics";
import { FROM_AFAR, unmarked, type BoardProps } from "../src/board/props";
import { GhostWords } from "../src/hand/GhostWords";
import { PoseBar } from "../src/hand/PoseBar";
import { usePlacing } from "../src/hand/usePlacing";
import { Edition } from "../src/model/edition";
import { Placeable } from "../src/model/placing";
import { sceneryOf } from "../src/model/scenery";
import { recorded, scripted, type Recorded, type Scripted, type Table } from "../src/model/source";
import { replayed } from "../src/model/timeline";
import type { Action, Cell, EditionTold, Offer, TimelineTold } from "../src/protocol";
import { siteName } from "../src/words/names";
import { speak, speakAlso } from "../src/words/words";
import "../src/kit/everywhere";
import "./gallery.css";

/** What the test puts beside the page: a whole game, and a placement in it that is to be made once more. */
interface Told {
  edition: EditionTold;
  timeline: TimelineTold;
  /** The moment before it, by whom, and of what they had to choose. */
  moment: number;
  seat: string;
  offer: Offer;
  cubes: Cell[];
}

function shownOn({ edition, snapshot, built }: Table): Pick<BoardProps, "scenery" | "siteName" | "holderName"> {
  return {
    scenery: sceneryOf(edition, snapshot.game!, snapshot.position!, built),
    siteName: (site) => siteName(edition, site),
    holderName: (holder) => holder,
  };
}

function Replayed({
  source,
  hands,
  motion,
  name,
}: { source: Recorded; name: string } & Pick<BoardProps, "hands" | "motion">) {
  const table = useSyncExternalStore(source.subscribe, source.getState)!;
  return (
    <figure className="shown" data-board={name} data-seq={table.snapshot.seq}>
      <Board {...shownOn(table)} {...unmarked(table.edition.levels)} view={FROM_AFAR} hands={hands} motion={motion} />
    </figure>
  );
}

function Played({ script: { source, hand, step } }: { script: Scripted }) {
  const table = useSyncExternalStore(source.subscribe, source.getState)!;
  const { edition, snapshot, built } = table;
  const seat = hand.seats()[0]!;
  const offer = hand.offer(seat);
  const placeable = useMemo(
    () => offer && new Placeable(edition, snapshot.position!, built, offer, seat),
    [edition, snapshot, built, offer, seat],
  );
  const placing = usePlacing(placeable, snapshot);
  const [refused, setRefused] = useState(0);
  const place = (): void => {
    const { do: what, block, site, cubes } = placing.ghost!.legal!;
    hand.play({ by: seat, do: what, block, site, cubes }).catch(() => setRefused((times) => times + 1));
  };
  return (
    <figure className="shown" data-board="play" data-step={step()} data-refused={refused}>
      <Board
        {...shownOn(table)}
        {...unmarked(edition.levels)}
        ghost={placing.ghost}
        lit={placing.lit}
        glowing={placing.glowing}
        dimmed={placing.ghost !== null && placing.pinned}
        cursor={placing.cursor}
        view={FROM_AFAR}
        hands="play"
        motion="step"
        onPoint={placing.point}
        onChoose={placing.pin}
        onTurnWheel={placing.nextPose}
      />
      <figcaption>
        {placeable?.blocks.map((block) => (
          <button
            key={block}
            data-block={block}
            aria-pressed={block === placing.block}
            onClick={() => placing.choose(block)}
          >
            {block}
          </button>
        ))}
        {placing.ghost && <GhostWords placing={placing} snapshot={snapshot} edition={edition} confirm />}
        {placing.ghost && (
          <PoseBar
            placing={placing}
            edition={edition}
            solo={false}
            busy={false}
            place={place}
            toPicture={() => undefined}
          />
        )}
      </figcaption>
    </figure>
  );
}

function Gallery({ told }: { told: Told }) {
  const [graphics] = useState(() => new Graphics(true));
  const [{ game, script }] = useState(() => {
    const edition = new Edition(told.edition);
    const timeline = replayed(told.timeline);
    const [before, after] = [timeline.at(told.moment).snapshot, timeline.at(told.moment + 1).snapshot];
    const leadsOn = (action: Action): boolean =>
      "cubes" in action && JSON.stringify(action.cubes) === JSON.stringify(told.cubes);
    const asked = { ...before, you: [told.seat], offers: { [told.seat]: told.offer } };
    const steps = [{ snapshot: asked, leadsOn }, { snapshot: { ...after, you: [told.seat] } }];
    return { game: recorded(edition, timeline), script: scripted(edition, steps) };
  });
  const [motion, setMotion] = useState<BoardProps["motion"]>("jump");
  return (
    <GraphicsContext value={graphics}>
      <form className="seek">
        <input
          type="range"
          aria-label="Moment"
          min={0}
          max={game.length - 1}
          defaultValue={0}
          onChange={(event) => game.seek(Number(event.target.value))}
        />
        <label>
          <input type="checkbox" onChange={(event) => setMotion(event.target.checked ? "step" : "jump")} /> step
        </label>
      </form>
      <main className="gallery">
        <Played script={script} />
        <Replayed source={game} hands="look" motion={motion} name="look" />
        <Replayed source={game} hands="none" motion="jump" name="none" />
      </main>
    </GraphicsContext>
  );
}

const [told] = await Promise.all([
  fetch("./game.json").then((answer) => answer.json() as Promise<Told>),
  speak("en"),
  speakAlso("table"),
]);
createRoot(document.getElementById("root")!).render(<Gallery told={told} />);
