import type { Value } from "../../petition/evidence.ts";
import type { Language } from "../../petition/language.ts";
import type { Sources, TextOf } from "../facts/sources.server.ts";

/** A part of a drawing, with React's names of attributes. */
export interface Shape {
  is:
    | "svg"
    | "g"
    | "defs"
    | "linearGradient"
    | "stop"
    | "pattern"
    | "rect"
    | "line"
    | "path"
    | "circle"
    | "text"
    | "tspan"
    | "use";
  with?: Record<string, string | number>;
  in?: Shape[] | string;
}

interface Strip {
  label?: string;
  figure?: string;
  drawing: Shape;
}

interface StripGroup {
  name: string | null;
  strips: Strip[];
}

export interface ChartTable {
  summary: string;
  heads: string[];
  /** The first cell of a row is its head. */
  rows: string[][];
}

export interface ChartContent {
  id: string;
  title: string;
  /** With the title, the text alternative of the drawing. */
  says: string;
  inks: Shape;
  groups: StripGroup[];
  missing: string | null;
  table: ChartTable;
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

export interface Drawn {
  groups: StripGroup[];
  missing: string | null;
  table: Omit<ChartTable, "summary">;
}

/** `facts`: which it draws; its sources are theirs. */
export interface ChartPlan {
  facts: readonly string[];
  draw(desk: Desk): Drawn;
}
