// What is in the box of an edition: its sites in 3D (or on plans), its blocks and its challenges. Each of these can be seen
// on the board.

import { useMemo, useState } from "react";
import { Board } from "../../board/Board";
import { BlockIcon } from "../../board/icons/Shape";
import { FROM_AFAR, unmarked, type View } from "../../board/props";
import { Building, type Lit } from "../../model/building";
import type { Edition } from "../../model/edition";
import { patternOf } from "../../model/pattern";
import type { Scenery } from "../../model/scenery";
import type { BlockTold, ChallengeTold } from "../../protocol";
import { usePreferences } from "../../settings/preferences";
import { blockName, challengeLine, colourName, siteName } from "../../words/names";
import { capital, named, t } from "../../words/words";
import styles from "./InTheBox.module.css";

/** A block that stands on a site for the look of it, or a challenge whose pattern is lit. */
type Shown = { block: BlockTold; site: string } | { challenge: ChallengeTold; lit: Lit } | null;

/** From one pose to the next it goes by steps that share nothing with most numbers of poses: to other walls, too. */
const STRIDE = 37;

export function InTheBox({ edition }: { edition: Edition }) {
  const { flat } = usePreferences();
  const [view, setView] = useState<View>(FROM_AFAR);
  const [shown, show] = useState<Shown>(null);
  const [turn, setTurn] = useState(0);
  const { told, levels } = edition;
  const look = (site: string) => setView(({ asked }) => ({ site, asked: asked + 1 }));

  const scenery = useMemo((): Scenery => {
    const blocksOn = (site: string) => (shown && "block" in shown && shown.site === site ? [shown.block] : []);
    return {
      edition,
      mode: "table",
      // In a game they are dealt (SET-2); here each site has one to look at.
      sticks: Object.fromEntries(edition.sites.map((site, number) => [site, told.sticks[number]!.colour])),
      snow: 0,
      standees: {},
      built: Object.fromEntries(edition.sites.map((site) => [site, new Building(edition, site, blocksOn(site))])),
    };
  }, [edition, told, shown]);

  /** The same block again: in another pose, of another colour. */
  const showShape = (shape: string) => {
    const poses = edition.onGround(shape);
    const pose = poses[(turn * STRIDE) % Math.max(poses.length, 1)];
    if (!pose) return;
    const colour = edition.colours[turn % edition.colours.length]!;
    setTurn(turn + 1);
    show({ block: { by: colour, block: `${shape}-${colour}`, cubes: pose.cubes }, site: pose.site });
    look(pose.site);
  };
  const showChallenge = (challenge: ChallengeTold) => {
    show({ challenge, lit: { site: challenge.site, cells: patternOf(edition, challenge) } });
    look(challenge.site);
  };
  const lit = shown && "lit" in shown ? [shown.lit] : [];

  return (
    <div className={styles.box}>
      <div className={styles.picture} data-part="picture">
        <Board
          {...unmarked(levels)}
          flat={flat}
          scenery={scenery}
          view={view}
          lit={lit}
          hands="turn"
          motion="step"
          siteName={(site) => capital(siteName(edition, site))}
          holderName={(holder) => colourName(edition, holder)}
          loading={<p className={styles.loading}>{t("table.loading")}</p>}
        />
      </div>
      <div className={styles.views} role="group" aria-label={t("view.title")}>
        <button type="button" className="button" aria-pressed={view.site === "all"} onClick={() => look("all")}>
          {t("view.all")}
        </button>
        {told.sites.map((site) => (
          <button
            key={site.id}
            type="button"
            className="button"
            aria-pressed={view.site === site.id}
            onClick={() => look(site.id)}
          >
            {capital(named(site.names))}{" "}
            <small>{t("editions.columns", { count: edition.columns(site.id).length })}</small>
          </button>
        ))}
      </div>
      <p className={styles.said} role="status" data-part="shown">
        {shown && "block" in shown
          ? t("editions.stands", {
              block: capital(blockName(edition, shown.block.block)),
              site: siteName(edition, shown.site),
            })
          : shown
            ? t("name.colon", { what: named(shown.challenge.names), said: challengeLine(edition, shown.challenge) })
            : t("editions.hint")}
      </p>
      <section aria-labelledby="edition-shapes">
        <h2 id="edition-shapes">{t("editions.shapes")}</h2>
        <ul className={styles.shapes}>
          {[...told.shapes, ...told.bonus].map((shape, number) => (
            <li key={shape.id}>
              <button type="button" className={styles.tile} data-shape={shape.id} onClick={() => showShape(shape.id)}>
                <BlockIcon
                  edition={edition}
                  block={`${shape.id}-${edition.colours[number % edition.colours.length]}`}
                  size={64}
                />
                <span>{capital(named(shape.names))}</span>
                {edition.isBonus(shape.id) && <small>{t("editions.bonus")}</small>}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {told.solo.challenges.length > 0 && (
        <section aria-labelledby="edition-challenges">
          <h2 id="edition-challenges">{t("challenges.title")}</h2>
          <ul className={styles.challenges}>
            {told.solo.challenges.map((challenge) => (
              <li key={challenge.id}>
                <button
                  type="button"
                  className={styles.tile}
                  data-challenge={challenge.id}
                  aria-pressed={shown !== null && "challenge" in shown && shown.challenge === challenge}
                  onClick={() => showChallenge(challenge)}
                >
                  <b>{named(challenge.names)}</b>
                  <span>{challengeLine(edition, challenge)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
