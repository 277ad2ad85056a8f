import { useEffect, useMemo, useRef } from "react";
import type { ArticleContent, ContentsLine } from "./content.ts";
import { useCurrentSection } from "./use-current-section.ts";

type Contents = ArticleContent["contents"];

/** Beside the text of a wide window, where it marks what is being read. Without a script it is a list. */
export function ContentsBeside({ contents: { title, entries } }: { contents: Contents }) {
  const ids = useMemo(() => entries.flatMap(({ id, within = [] }) => [id, ...within.map((entry) => entry.id)]), [entries]);
  const current = useCurrentSection(ids);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => keepInSight(nav.current, current), [current]);
  return (
    <nav className="guide" aria-label={title} ref={nav}>
      <p className="kind" aria-hidden="true">
        {title}
      </p>
      <Entries entries={entries} current={current} />
    </nav>
  );
}

/** Below the headline of a narrow window. */
export function ContentsFolded({ contents: { title, entries } }: { contents: Contents }) {
  return (
    <details className="guide-folded fold">
      <summary>{title}</summary>
      <nav aria-label={title}>
        <Entries entries={entries} current={null} />
      </nav>
    </details>
  );
}

function Entries({ entries, current }: { entries: ContentsLine[]; current: string | null }) {
  return (
    <ol>
      {entries.map(({ id, title, number, within }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? "location" : undefined}>
            {number && <b>{number}</b>} {title}
          </a>
          {within && <Entries entries={within} current={current} />}
        </li>
      ))}
    </ol>
  );
}

/** Scrolls a list that is taller than the window, and never the page. */
function keepInSight(list: HTMLElement | null, current: string | null): void {
  const link = list?.querySelector<HTMLElement>(`[href="#${current}"]`);
  if (!list || !link || list.scrollHeight <= list.clientHeight) return;
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += above - list.clientHeight / 2;
}
