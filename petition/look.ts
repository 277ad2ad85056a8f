/** The colours of a petition, as `#rrggbb`. Pages, e-mails, pictures, the badge and the card are painted with them. */
export interface Colours {
  /** The table: page background. */
  desk: string;
  /** Cotton sheet: form, cards. */
  sheet: string;
  /** Where one writes. */
  well: string;
  /** Printing ink: text. */
  ink: string;
  /** Secondary text. */
  inkSoft: string;
  /** Secondary text where line drawings lie under it. */
  inkOver: string;
  /** Links, actions, whatever the reader writes. */
  hand: string;
  handDeep: string;
  onHand: string;
  /** Done, confirmed. */
  moss: string;
  /** Notice, waiting. */
  brass: string;
  /** Error, irreversible. */
  madder: string;
  /** Lines and fills only, never text. */
  metal: string;
  /** Borders that carry meaning, 3:1. */
  line: string;
  /** Rules that only divide. */
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
  /**
   * In the finest letters, along rules and edges. It is repeated: let it end with a sign that parts. Letters beyond those of Western
   * Europe are better done without: for them a browser looks for a font of the system before it paints.
   */
  microprint: string;
}

/** Of the light scheme, on paper, too. */
const PRINTED = ["moss", "brass", "madder", "metal", "irisFrom", "irisThrough", "irisTo"] as const;

/** Letters: a rule repeats them eight times, and is to reach across the widest screens whatever the petition is called. */
const MICROPRINT_LEAST = 140;

/** The style sheet that all others build on. */
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
