/** The colours of a petition, as `#rrggbb`. Pages, e-mails, pictures, the badge and the card are painted with them. */
export interface Colours {
  desk: string;
  sheet: string;
  well: string;
  ink: string;
  inkSoft: string;
  /** Secondary text above line drawings. */
  inkOver: string;
  /** Links, actions, the reader's input. */
  hand: string;
  handDeep: string;
  onHand: string;
  moss: string;
  brass: string;
  madder: string;
  /** Lines and fills only, never text. */
  metal: string;
  /** Borders that carry meaning, 3:1. */
  line: string;
  hair: string;
  handTint: string;
  mossTint: string;
  brassTint: string;
  madderTint: string;
  irisFrom: string;
  irisThrough: string;
  irisTo: string;
  footing: string;
  onFooting: string;
  onFootingSoft: string;
  footingLink: string;
}

/** What a dark scheme may leave as it is in the light one. */
type OnFooting = "onFooting" | "onFootingSoft" | "footingLink";

export interface Look {
  light: Colours;
  dark: Omit<Colours, OnFooting> & Partial<Pick<Colours, OnFooting>>;
  /** Tiny text along rules and edges. It is repeated: end it with a separator. Letters beyond Western Europe load a system font first. */
  microprint: string;
}

/** Of the light scheme, on paper, too. */
const PRINTED = ["moss", "brass", "madder", "metal", "irisFrom", "irisThrough", "irisTo"] as const;

/** Characters: eight times as many fill the widest screens. */
const MICROPRINT_LEAST = 140;

export function styleSheetOf({ light, dark, microprint }: Look): string {
  const printed = Object.fromEntries(PRINTED.map((name) => [name, light[name]]));
  const printedFinely = microprint.repeat(Math.ceil(MICROPRINT_LEAST / microprint.length));
  const darkly = ':root:not([data-scheme="light"])';
  return [
    `:root { ${styleOf(light)} --microprint: ${JSON.stringify(printedFinely)}; }`,
    `@media (prefers-color-scheme: dark) { ${darkly} { ${styleOf(dark)} } }`,
    `.paper { ${styleOf({ ink: light.ink, inkSoft: light.inkOver, hand: light.hand, hair: light.hair })} }`,
    `@media print { :root, ${darkly} { ${styleOf(printed)} } }`,
  ].join("\n");
}

/** `inkSoft` is `--ink-soft` in style sheets. */
export function styleOf(colours: Readonly<Record<string, string>> | Partial<Colours>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour};`)
    .join(" ");
}
