import type { ReactNode } from "react";
import { Sheet } from "../design/sheet.tsx";
import { SourceLine } from "../facts/source-line.tsx";
import type { Sources } from "../facts/sources.server.ts";
import type { Summary as SummaryTexts } from "./article.server.ts";

export function Chapter({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  const titled = `${id}-title`;
  return (
    <section className="chapter" id={id} aria-labelledby={titled}>
      <div className="opening">
        <div className="micro" aria-hidden="true" />
        <h2 id={titled}>{title}</h2>
        <p className="leading">{text}</p>
      </div>
      {children}
    </section>
  );
}

export function Passage({
  id,
  kind,
  title,
  paragraphs,
  sources,
  children,
}: {
  id: string;
  kind?: string;
  title: string;
  paragraphs: string[];
  sources: Sources;
  children?: ReactNode;
}) {
  const titled = `${id}-title`;
  return (
    <section className="narrative" id={id} aria-labelledby={titled}>
      <h2 id={titled}>
        {kind && <span className="kind">{kind}</span>} {title}
      </h2>
      {paragraphs.map((paragraph) => (
        <p className="reading" key={paragraph}>
          {paragraph}
        </p>
      ))}
      {children}
      <SourceLine sources={sources} />
    </section>
  );
}

export function CitedList({
  of,
  texts,
}: {
  of: string;
  texts: { id: string; title: string; text: string; sources: Sources }[];
}) {
  return (
    <div className="cited">
      {texts.map(({ id, title, text, sources }) => (
        <article key={id} aria-labelledby={`${of}-${id}`}>
          <h3 id={`${of}-${id}`}>{title}</h3>
          <div>
            <p>{text}</p>
            <SourceLine sources={sources} />
          </div>
        </article>
      ))}
    </div>
  );
}

export function Summary({ summary }: { summary: SummaryTexts }) {
  return (
    <Sheet className="summing" id="summary" labelledBy="summary-title">
      <h2 id="summary-title">{summary.title}</h2>
      <dl>
        {summary.items.map(({ id, title, text }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <SourceLine sources={summary.sources} />
    </Sheet>
  );
}
