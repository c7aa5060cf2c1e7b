// What lies over the page while a snowfall is shown: a pane that any key or press takes away, and a line on what is counted.

import { useEffect, useRef, useState } from "react";
import { useModal } from "../../../kit/Dialog";
import { siteName } from "../../../words/names";
import { capital, numeral, t } from "../../../words/words";
import type { SnowfallProps } from "./given";
import type { Show } from "./show";
import styles from "./Snowfall.module.css";

type ShowProps = Pick<SnowfallProps, "fallen" | "edition" | "onBoard"> & { onEnd: () => void };

export function SnowShow({ fallen, edition, onBoard, onEnd }: ShowProps) {
  const modal = useModal(onEnd);
  const [site, say] = useState<string | null>(fallen.sites[0]!.site);
  const sky = useRef<HTMLDivElement>(null);
  // Its words stand at the foot of the picture.
  const [low] = useState(() => {
    const picture = document.querySelector("[data-board=scene]");
    return picture ? innerHeight - picture.getBoundingClientRect().bottom : 0;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a show is given once
  useEffect(() => {
    let gone = false;
    let show: Show | null = null;
    // Nobody needs its script before the first snow; where it cannot be had, the table of the snowfall must do.
    import("./show").then((script) => {
      if (gone) return;
      show = new script.Show(fallen, sky.current!, onBoard, say);
      void show.give().then((whole) => whole && onEnd());
    }, onEnd);
    return () => {
      gone = true;
      show?.stop();
    };
  }, []);
  const mark = fallen.sites.find((it) => it.site === site)?.mark ?? 0;
  return (
    <dialog
      {...modal}
      className={styles.show}
      aria-label={t("snow.show.title", { level: fallen.level })}
      data-part="snow-show"
      onClick={onEnd}
      onKeyDown={(event) => {
        if (event.key === "Tab" || event.key === "Shift") return;
        event.preventDefault();
        onEnd();
      }}
    >
      <div ref={sky} aria-hidden="true" />
      <p className={styles.caption} style={{ marginBottom: low }}>
        {site ? (
          <span>
            <strong>{capital(siteName(edition, site))}</strong>{" "}
            {t("snow.show.level", { level: fallen.level, mark: mark < 0 ? numeral(mark) : `×${mark}` })}
          </span>
        ) : (
          t("snow.show.falls")
        )}
        <button className="button primary" data-first onClick={onEnd}>
          {t("snow.skip")}
        </button>
      </p>
    </dialog>
  );
}
