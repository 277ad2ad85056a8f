import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { SourceLine } from "../facts/source-line.tsx";
import type { Sources } from "../facts/sources.server.ts";
import { Fact } from "../frame/fact.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import type { ArticleContent, ContentsLine, RiskCard } from "./article.server.ts";

export function Hero({ article, petition }: { article: ArticleContent; petition: string }) {
  const { badge, title, lede, checked, readingTime, call } = article;
  return (
    <header className="art-hero">
      <span className="underprint iris" aria-hidden="true" />
      <div className="wrap">
        <p className="tag">
          <Icon name="warning" /> {badge}
        </p>
        <h1 className="title">
          {title.map((part) =>
            typeof part === "string" ? (
              part
            ) : (
              <span className="whole" key={part.whole}>
                {part.whole}
              </span>
            ),
          )}
        </h1>
        <p className="lede">{lede}</p>
        <p className="source">{checked}</p>
        <p className="begin">
          <span>
            <Icon name="clock" /> {readingTime}
          </span>{" "}
          <LinkButton kind="quiet" href={petition}>
            {call.button}
          </LinkButton>
        </p>
      </div>
    </header>
  );
}

type Contents = ArticleContent["contents"];

/** Beside the text of a wide window, where it marks what is being read. Without a script it is a list. `children` stay below it. */
export function ContentsBeside({ contents: { title, entries }, children }: { contents: Contents; children: ReactNode }) {
  const ids = useMemo(() => entries.flatMap(({ id, within = [] }) => [id, ...within.map((entry) => entry.id)]), [entries]);
  const current = useCurrentSection(ids);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => keepInSight(nav.current, current), [current]);
  return (
    <div className="beside">
      <nav className="guide" aria-label={title} ref={nav}>
        <p className="kind" aria-hidden="true">
          {title}
        </p>
        <Entries entries={entries} current={current} />
      </nav>
      {children}
    </div>
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

type ChapterProps = { id: string; title: string; text: string; isFolded?: boolean; children: ReactNode };

export function Chapter({ id, title, text, isFolded, children }: ChapterProps) {
  const titled = `${id}-title`;
  const heading = <h2 id={titled}>{title}</h2>;
  return (
    <section className="chapter" id={id} aria-labelledby={titled}>
      {isFolded ? (
        <details className="fold in-full">
          <summary>{heading}</summary>
          <p>{text}</p>
          {children}
        </details>
      ) : (
        <>
          <div className="opening">
            {heading}
            <p>{text}</p>
          </div>
          {children}
        </>
      )}
    </section>
  );
}

/** Opens what an address leads to, and with its button everything. Paper shows all, and so does a browser that runs no scripts. */
export function OpenAll({ open, close }: Record<"open" | "close", string>) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // Where no style sheet can open them.
    const openForPaper = () => {
      if (CSS.supports("selector(::details-content)")) return;
      openAll(true);
      setOpen(true);
    };
    openAddressed();
    window.addEventListener("hashchange", openAddressed);
    window.addEventListener("beforeprint", openForPaper);
    return () => {
      window.removeEventListener("hashchange", openAddressed);
      window.removeEventListener("beforeprint", openForPaper);
    };
  }, []);
  const toggle = () => {
    openAll(!isOpen);
    setOpen(!isOpen);
  };
  return (
    useHydrated() && (
      <button type="button" className="btn-quiet" onClick={toggle}>
        {isOpen ? close : open}
      </button>
    )
  );
}

function openAll(isOpen: boolean): void {
  for (const text of document.querySelectorAll<HTMLDetailsElement>(".in-full")) text.open = isOpen;
}

function openAddressed(): void {
  const addressed = document.getElementById(location.hash.slice(1));
  const text = addressed?.closest("details") ?? addressed?.querySelector<HTMLDetailsElement>(":scope > details");
  if (text) text.open = true;
}

type PassageProps = { id: string; kind?: string; title: string; paragraphs: string[]; sources?: Sources };

export function Passage({ id, kind, title, paragraphs, sources }: PassageProps) {
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
      {sources && <SourceLine sources={sources} />}
    </section>
  );
}

type Cited = { id: string; title: string; text: string; sources: Sources };

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

export function Summary({ summary }: { summary: ArticleContent["summary"] }) {
  return (
    <Sheet className="summing" id="summary" labelledBy="summary-title">
      <h2 id="summary-title">{summary.title}</h2>
      <dl>
        {summary.items.map(({ id, title, text }) => (
          <Fact key={id} name={title}>
            {text}
          </Fact>
        ))}
      </dl>
      <SourceLine sources={summary.sources} />
    </Sheet>
  );
}

export function Risk({ card, children }: { card: RiskCard; children: ReactNode }) {
  const titled = `${card.id}-title`;
  return (
    <article className="risk" id={card.id} aria-labelledby={titled}>
      <span className="numeral" data-n={card.number} aria-hidden="true">
        {card.number}
      </span>
      <a className="anchor" href={`#${card.id}`} aria-label={card.anchor}>
        #
      </a>
      <details className="fold in-full">
        <summary>
          <h3 id={titled}>
            <span className="kind">{card.kind}</span> {card.title}
          </h3>
        </summary>
        <p>{card.text}</p>
        {card.figures.length > 0 && (
          <dl className="pair">
            {card.figures.map(({ label, figure }) => (
              <Fact key={label} name={label}>
                {figure}
              </Fact>
            ))}
          </dl>
        )}
        <SourceLine sources={card.sources} />
        {children}
      </details>
      <p className="answered">{card.answered}</p>
    </article>
  );
}
