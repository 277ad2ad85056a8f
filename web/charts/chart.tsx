import { createElement, type ReactNode } from "react";
import { SourceLine } from "../facts/source-line.tsx";
import type { ChartContent, ChartTable, Shape } from "./chart.ts";

/** `brief`: its sentence is only read out, where the text beside it says it. */
export function Chart({ chart, brief = false }: { chart: ChartContent; brief?: boolean }) {
  const { id, title, says, inks, groups, missing, table, sources } = chart;
  return (
    <figure className="plate" id={id} aria-labelledby={`${id}-title`}>
      <figcaption>
        <p className="plate-title" id={`${id}-title`}>
          {title}
        </p>
        <p className={brief ? "visually-hidden" : undefined} id={`${id}-says`}>
          {says}
        </p>
      </figcaption>
      {drawn(inks)}
      <div className="plate-drawing" role="img" aria-labelledby={`${id}-title ${id}-says`}>
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
      <Behind table={table} caption={title} />
    </figure>
  );
}

function drawn({ is, with: attributes, in: inside }: Shape, key?: number): ReactNode {
  const shape = createElement(is, { ...attributes, key }, typeof inside === "string" ? inside : inside?.map(drawn));
  // Without style sheets two labels would be one word.
  return is === "text" ? [shape, " "] : shape;
}

function Behind({ table: { summary, heads, rows }, caption }: { table: ChartTable; caption: string }) {
  return (
    <details className="fold plate-table">
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: large text may make it scroll, which the keyboard must be able to do */}
      <section className="plate-frame" aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head = "", ...cells]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, place) => (
                  <td key={heads[place + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
