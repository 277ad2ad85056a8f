import type { Sources } from "../facts/sources.ts";

/** A part of a drawing as it will stand in the page: React's names of attributes, and what is inside. */
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

/** A drawing of its own width, with what it shows beside it. */
interface Strip {
  label?: string;
  figure?: string;
  drawing: Shape;
}

export interface StripGroup {
  name: string | null;
  strips: Strip[];
}

/** The same numbers for whoever does not see the drawing or wants to know exactly. */
export interface ChartTable {
  summary: string;
  heads: string[];
  /** The first cell of a row is its head. */
  rows: string[][];
}

export interface ChartContent {
  /** Of the figure in the page, too. */
  id: string;
  title: string;
  /** What one sees, in a sentence: with the title, the drawing's text alternative. */
  says: string;
  inks: Shape;
  groups: StripGroup[];
  /** What is not known and so not drawn. */
  missing: string | null;
  table: ChartTable;
  /** Null for our own numbers. */
  sources: Sources | null;
}
