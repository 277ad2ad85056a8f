import { createElement, type ReactNode } from "react";
import type { Value } from "../../petition/evidence.ts";
import type { Language } from "../../petition/language.ts";
import { SourceLine } from "../facts/source-line.tsx";
import type { Sources, TextOf } from "../facts/sources.server.ts";
import { PlainTable } from "../plain-table.tsx";
import "./chart.css";

export interface Shape {
  is: keyof SVGElementTagNameMap;
  with?: Record<string, string | number>;
  in?: Shape[] | string;
}

export interface Drawn {
  groups: { name: string | null; strips: { label?: string; figure?: string; drawing: Shape }[] }[];
  missing: string | null;
  /** The first cell of a row is its head. */
  table: { heads: string[]; rows: string[][] };
}

export interface ChartContent extends Drawn {
  id: string;
  title: string;
  /** The text alternative of the drawing, of which screen readers see nothing else. */
  says: string;
  inks: Shape;
  table: Drawn["table"] & { summary: string };
  /** Null for our own numbers. */
  sources: Sources | null;
}

export type ChartFacts = Readonly<Record<string, { values: Readonly<Record<string, Value>> }>>;

export interface Desk<Facts = ChartFacts> {
  id: string;
  facts: Facts;
  language: Language;
  said: TextOf;
}

/** `facts`: which it draws; its sources are theirs. */
export interface ChartPlan {
  facts: readonly string[];
  draw(desk: Desk): Drawn;
}

export function Chart({ chart }: { chart: ChartContent }) {
  const { id, title, says, inks, groups, missing, table, sources } = chart;
  return (
    <figure className="plate" id={id} aria-labelledby={`${id}-title`}>
      <figcaption>
        <p className="plate-title" id={`${id}-title`}>
          {title}
        </p>
        <p>{says}</p>
      </figcaption>
      {drawn(inks)}
      <div className="plate-drawing" aria-hidden="true">
        {groups.map(({ name, strips }, place) => (
          <div className="plate-group" key={name ?? place}>
            {name && <p className="plate-name">{name}</p>}
            {strips.map(({ label, figure, drawing }, at) => (
              <div className="strip" key={label ?? at}>
                {label && <span>{label}</span>} {figure && <b>{figure}</b>}
                {drawn(drawing)}
              </div>
            ))}
          </div>
        ))}
      </div>
      {missing && <p className="small soft">{missing}</p>}
      {sources && <SourceLine sources={sources} />}
      <FoldedTable title={title} {...table} />
    </figure>
  );
}

interface Folded {
  title: string;
  summary: string;
  heads: string[];
  rows: string[][];
}

export function FoldedTable({ title, summary, heads, rows }: Folded) {
  return (
    <details className="fold plate-table">
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: large text may make it scroll, which the keyboard must be able to do */}
      <section className="plate-frame" aria-label={title} tabIndex={0}>
        {/* Tables are put together once and keep their order. */}
        <PlainTable heads={heads} rows={rows.map((cells, place) => ({ key: String(place), cells }))}>
          <caption className="visually-hidden">{title}</caption>
        </PlainTable>
      </section>
    </details>
  );
}

function drawn({ is, with: attributes, in: inside }: Shape, key?: number): ReactNode {
  const shape = createElement(is, { ...attributes, key }, typeof inside === "string" ? inside : inside?.map(drawn));
  // Without style sheets two labels would be one word.
  return is === "text" ? [shape, " "] : shape;
}
