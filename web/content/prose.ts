/** Long texts as loader data: formatted on the server, so that the browser need not load their messages. */

export type ProsePart = string | { href: string; text: string } | { code: string };
export type Prose = ProsePart[];

export type Block = { kind: "text"; text: Prose } | { kind: "list"; items: Prose[] } | { kind: "address"; lines: string[] };

export interface Section {
  /** The anchor, the same in every language. */
  id: string;
  title: string;
  blocks: Block[];
}

export interface LongText {
  meta: { title: string; description: string };
  title: string;
  lede: string;
  /** Which language holds where two versions differ. */
  authoritative: string;
  sections: Section[];
}
