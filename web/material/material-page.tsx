import { Fragment } from "react";
import type { CollectionNotice } from "../../contract/signing.ts";
import { materialPieceIn, pageIn } from "../../petition/addresses.ts";
import { MAIN } from "../frame/main.ts";
import { useLanguage } from "../translation.tsx";
import type { MaterialContent } from "./material-content.server.ts";
import { Paper } from "./paper.tsx";
import { Pictures } from "./pictures.tsx";
import { formsOf, PIECES } from "./pieces.ts";
import "./material-page.css";

/** With a notice, nobody can sign: then nothing here asks anybody to. */
export function MaterialPage({ content, notice }: { content: MaterialContent; notice: CollectionNotice | null }) {
  const language = useLanguage();
  return (
    <main id={MAIN} className="list-page material">
      <div className="wrap">
        <h1>{content.title}</h1>
        {notice ? (
          <div className="lead">
            <p>
              <b>{notice.title}</b>
            </p>
            <p>{content.closed}</p>
          </div>
        ) : (
          <p className="lead">{content.lead}</p>
        )}
        {!notice && (
          <>
            <section aria-labelledby="pieces">
              <h2 id="pieces">{content.pieces.title}</h2>
              <ul className="pieces">
                {content.pieces.list.map((one) => (
                  <PieceCard key={one.id} {...one} words={content} />
                ))}
              </ul>
            </section>
            <Pictures words={content.pictures} />
          </>
        )}
        <section aria-labelledby="press">
          <h2 id="press">{content.forPress.title}</h2>
          <p>{content.forPress.text}</p>
          <p>
            <a href={pageIn(language, "press")}>{content.forPress.link}</a>
          </p>
        </section>
      </div>
    </main>
  );
}

type Card = MaterialContent["pieces"]["list"][number];

function PieceCard({ id, title, text, size, words: { pieces, sheet } }: Card & { words: MaterialContent }) {
  const language = useLanguage();
  const piece = PIECES[id];
  const [usual, ...others] = formsOf(piece);
  const address = (slug: string | null) => materialPieceIn(language, piece.slug, slug);
  const further = { black: pieces.black, bleed: pieces.shop };
  return (
    <li>
      {/* biome-ignore lint/a11y/useAnchorContent: the link below leads there, too */}
      <a href={address(null)} className={`preview ${piece.home.name}`} tabIndex={-1} aria-hidden="true">
        <Paper piece={piece} form={usual} words={sheet} />
      </a>
      <h3>{title}</h3>
      <p className="small soft">{size}</p>
      <p>{text}</p>
      <p className="ways-to-print">
        <a href={address(null)} aria-label={`${pieces.open}: ${title}`}>
          {pieces.open}
        </a>
        {others.map(({ id, slug }) =>
          id === "black" || id === "bleed" ? (
            <Fragment key={id}>
              {" "}
              <a href={address(slug)} aria-label={`${further[id]}: ${title}`}>
                {further[id]}
              </a>
            </Fragment>
          ) : null,
        )}
      </p>
    </li>
  );
}
