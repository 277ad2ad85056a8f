import type { ReactNode } from "react";
import { SourceLine } from "../facts/source-line.tsx";
import type { Sources } from "../facts/sources.ts";

/** What is told rather than listed: the scene at the beginning, the conclusion at the end. */
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
