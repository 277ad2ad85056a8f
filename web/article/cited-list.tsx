import { SourceLine } from "../facts/source-line.tsx";
import type { Cited } from "./content.ts";

/** Texts with a heading each, which stands beside its text where there is room. */
export function CitedList({ of, texts }: { of: string; texts: Cited[] }) {
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
