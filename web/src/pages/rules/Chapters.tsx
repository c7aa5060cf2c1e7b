// The text of the book: chapters, rules with their numbers, rulings and fine print apart from them.

import { Fragment, memo } from "react";
import type { Edition } from "../../model/edition";
import type { BookTold, ChapterTold, ParagraphTold, RuleTold } from "../../protocol";
import { t } from "../../words/words";
import { BlocksFigure } from "./BlocksFigure";
import { BoardFigure } from "./BoardFigure";
import { Prose } from "./Prose";
import styles from "./Chapters.module.css";

interface Told {
  book: BookTold;
  edition: Edition;
  /** What can be linked to. */
  anchors: ReadonlySet<string>;
  printing: boolean;
}

/** A rule that is asked for is marked by the page around; so much of the book is rendered once. */
export const Chapters = memo(function Chapters(told: Told) {
  return told.book.chapters.map((chapter) =>
    chapter.key === "brief" ? (
      <Brief key={chapter.key} chapter={chapter} {...told} />
    ) : (
      <Chapter key={chapter.key} chapter={chapter} {...told} />
    ),
  );
});

function Chapter({ chapter, ...told }: Told & { chapter: ChapterTold }) {
  return (
    <section className={styles.chapter} aria-labelledby={chapter.anchor} data-anchor={chapter.anchor}>
      <h2 id={chapter.anchor} tabIndex={-1}>
        {chapter.heading}
        {chapter.key !== chapter.anchor && <Permalink anchor={chapter.anchor} number={chapter.key} />}
      </h2>
      <Paragraphs {...told} paragraphs={chapter.lead} />
      {chapter.rules.map((rule) => (
        <Rule key={rule.key} rule={rule} {...told} />
      ))}
    </section>
  );
}

/** The whole game in a minute, at a table and alone, side by side. */
function Brief({ chapter, book, anchors }: Told & { chapter: ChapterTold }) {
  return (
    <section className={`${styles.chapter} ${styles.brief}`} aria-labelledby="brief" data-anchor="brief">
      <h2 id="brief" tabIndex={-1}>
        {chapter.heading}
      </h2>
      <div>
        {(["table", "solo"] as const).map((mode) => (
          <div key={mode}>
            <h3>{t(`book.brief.${mode}`)}</h3>
            <ol>
              {book.brief[mode].map((text) => (
                <li key={text}>
                  <Prose text={text} anchors={anchors} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}

function Rule({ rule, ...told }: Told & { rule: RuleTold }) {
  return (
    <section
      className={styles.rule}
      aria-labelledby={rule.anchor}
      data-part="rule"
      data-rule={rule.key}
      data-anchor={rule.anchor}
    >
      <h3 id={rule.anchor} tabIndex={-1}>
        {rule.number && <Permalink anchor={rule.anchor} number={rule.number} />}
        {rule.heading}
      </h3>
      <Paragraphs {...told} paragraphs={rule.paragraphs} />
    </section>
  );
}

/** The number is the link: whoever follows or copies it comes back to this very place. */
function Permalink({ anchor, number }: { anchor: string; number: string }) {
  return (
    <>
      <a className={styles.number} href={`#${anchor}`} title={t("book.permalink", { number })}>
        {number}
      </a>{" "}
    </>
  );
}

/** Paragraphs, items of a list together, the figures where the text has them. */
function Paragraphs({ paragraphs, ...told }: Told & { paragraphs: readonly ParagraphTold[] }) {
  const groups: ParagraphTold[][] = [];
  for (const paragraph of paragraphs) {
    const last = groups.at(-1);
    if (paragraph.kind === "item" && last?.[0]?.kind === "item") last.push(paragraph);
    else groups.push([paragraph]);
  }
  return groups.map((group, place) => (
    <Fragment key={place}>
      {group[0]!.kind === "item" ? (
        <ul className={styles.items}>
          {group.map((item) => (
            <li key={item.text}>
              <Prose text={item.text} anchors={told.anchors} />
            </li>
          ))}
        </ul>
      ) : (
        <Paragraph {...told} paragraph={group[0]!} />
      )}
    </Fragment>
  ));
}

function Paragraph({ paragraph, book, edition, anchors, printing }: Told & { paragraph: ParagraphTold }) {
  const { kind, text } = paragraph;
  if (kind === "figure") {
    const figure = book.figures[text];
    if (!figure) return null;
    return figure.kind === "blocks" ? (
      <BlocksFigure {...{ figure, edition, anchors, printing }} />
    ) : (
      <BoardFigure {...{ figure, edition, anchors, printing }} />
    );
  }
  if (kind === "ruling" || kind === "reading")
    return (
      <p className={kind === "ruling" ? styles.ruling : styles.reading} data-kind={kind}>
        <b>{t(kind === "ruling" ? "book.ruling" : "book.reading")}</b> <Prose text={text} anchors={anchors} />
      </p>
    );
  return (
    <p>
      <Prose text={text} anchors={anchors} />
    </p>
  );
}
