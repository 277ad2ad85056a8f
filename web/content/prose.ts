/** Long texts as loader data: formatted on the server, so that the browser need not load their messages. */

/** `open`: shown in place of a setting that is not filled in yet. */
export type ProsePart = string | { href: string; text: string } | { code: string } | { open: string };
export type Prose = ProsePart[];

export type Block = { kind: "text"; text: Prose } | { kind: "list"; items: Prose[] } | { kind: "address"; lines: Prose[] };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
  standsApart?: boolean;
  isPart?: boolean;
}

export interface LongText {
  meta: { title: string; description: string };
  title: string;
  lede: string;
  /** Which language holds where two versions differ, if one does. */
  authoritative?: string;
  sections: Section[];
}
