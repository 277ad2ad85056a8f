import { useEffect, useMemo, useRef, useState } from "react";
import type { ArticleContent, ContentsLine } from "./article.server.ts";

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

/** Scrolls the list, never the page. */
function keepInSight(list: HTMLElement | null, current: string | null): void {
  const link = list?.querySelector<HTMLElement>(`[href="#${current}"]`);
  if (!list || !link || list.scrollHeight <= list.clientHeight) return;
  const above = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
  list.scrollTop += above - list.clientHeight / 2;
}

/** A line a third below the window's top: the section that crosses it is the one being read. */
const READ_AT: IntersectionObserverInit = { rootMargin: "-33% 0px -66.9% 0px" };

/** Null until the reader is in one of them; `ids` in the order of the page, a section before those within it. */
function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const crossing = new Set<string>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossing.add(target.id);
        else crossing.delete(target.id);
      }
      const innermost = ids.findLast((id) => crossing.has(id));
      if (innermost) setCurrent(innermost);
    }, READ_AT);
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
