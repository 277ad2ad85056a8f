import type { ReactNode } from "react";
import { Kept, useFormat, useTranslations } from "../../translation.tsx";
import { type Column, Table } from "../table.tsx";
import type { PlotSeries } from "./plot.tsx";

export function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="chart" aria-label={title}>
      <h2>
        <Kept>{title}</Kept>
      </h2>
      {children}
    </section>
  );
}

export interface CountedRow {
  name: string;
  counts: number[];
}

/** Numbers by name: the first of `heads` is what the names are, the others are what is counted. */
interface Counted {
  heads: string[];
  rows: CountedRow[];
}

/** The numbers of a picture, for whoever does not see it or wants to know exactly; `picture` is its title. */
export function Behind({ picture, ...counted }: Counted & { picture: string }) {
  const asTable = useTranslations()("administration.charts.asTable");
  return (
    <details className="behind">
      <summary>{asTable}</summary>
      <CountTable label={`${picture}, ${asTable}`} {...counted} />
    </details>
  );
}

export function CountTable<Row extends CountedRow>({
  label,
  heads: [first = "", ...heads],
  rows,
  last,
}: {
  label: string;
  heads: string[];
  rows: Row[];
  last?: Column<Row>;
}) {
  const format = useFormat();
  return (
    <Table
      label={label}
      look={last ? "shares" : "counts"}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: first, isHead: true, cell: ({ name }) => name },
        ...heads.map((name, place): Column<Row> => {
          return { name, look: "number", cell: ({ counts }) => format.number(counts[place] ?? 0) };
        }),
        ...(last ? [last] : []),
      ]}
    />
  );
}

export function Legend({ series }: { series: PlotSeries[] }) {
  return (
    <ul className="legend" aria-hidden="true">
      {series.map(({ label, look, colour }) => (
        <li key={label} data-look={look} data-colour={colour.slice(2)}>
          {label}
        </li>
      ))}
    </ul>
  );
}
