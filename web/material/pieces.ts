import type { PieceId } from "../../petition/campaign.ts";
import { CAMPAIGN, isSigned } from "../../petition/our-campaign.ts";

/** Millimetres that the sheet for a print shop is larger than the piece on each side, and how far its drawing goes into that. */
export const SLUG = 10;
export const BLEED = 3;

/** In millimetres; by its name it has its class and its size in `print-page.css`. */
const A3 = { name: "a3", width: 297, height: 420 };
const A4 = { name: "a4", width: 210, height: 297 };
const A5 = { name: "a5", width: 210, height: 148 };
const A6 = { name: "a6", width: 105, height: 148 };

/** `size`: of one of them, finished; `home` and `shop`: of what is printed at once. `after`: what is left to do at home. */
export const PIECES = {
  posterA4: { id: "posterA4", slug: "plakat-a4", paper: "A4", size: A4, home: A4, shop: withSlug(A4), after: null },
  posterA3: { id: "posterA3", slug: "plakat-a3", paper: "A3", size: A3, home: A3, shop: withSlug(A3), after: null },
  leaflet: { id: "leaflet", slug: "handzettel-a6", paper: "A4", size: A6, home: A4, shop: withSlug(A6), after: "cut" },
  strips: { id: "strips", slug: "abreisszettel", paper: "A4", size: A4, home: A4, shop: null, after: "snip" },
  till: { id: "till", slug: "kassenschild-a5", paper: "A5", size: A5, home: A5, shop: withSlug(A5), after: null },
  signatureCard: {
    id: "signatureCard",
    slug: "unterschriftenkarte-a6",
    paper: "A4",
    size: A6,
    home: A4,
    shop: null,
    after: "duplex",
  },
  signatureList: {
    id: "signatureList",
    slug: "unterschriftenliste-a4",
    paper: "A4",
    size: A4,
    home: A4,
    shop: null,
    after: "fold",
  },
} as const satisfies Record<PieceId, object>;

export type Piece = (typeof PIECES)[PieceId];

function withSlug({ name, width, height }: typeof A3) {
  return { name: `${name}-bleed`, width: width + 2 * SLUG, height: height + 2 * SLUG };
}

export function pieceAt(slug: string | undefined): Piece | null {
  return CAMPAIGN.pieces.map((id) => PIECES[id]).find((piece) => piece.slug === slug) ?? null;
}

/** The last part of an address is its `slug`; the first form has none. */
const FORMS = [
  { id: "colour", slug: null, isBlack: false, hasBleed: false },
  { id: "black", slug: "schwarzweiss", isBlack: true, hasBleed: false },
  { id: "bleed", slug: "druckerei", isBlack: false, hasBleed: true },
  { id: "bleedBlack", slug: "druckerei-schwarzweiss", isBlack: true, hasBleed: true },
] as const;

/** Of what is signed: any printer has black ink, and nothing is lost in a copy. */
const ONLY_BLACK = { id: "black", slug: null, isBlack: true, hasBleed: false } as const;

export type Form = (typeof FORMS)[number] | typeof ONLY_BLACK;

/** The first is the one without a slug. */
export function formsOf(piece: Piece): [Form, ...Form[]] {
  if (isSigned(piece.id)) return [ONLY_BLACK];
  const [inColour, ...others] = FORMS;
  return [inColour, ...others.filter(({ hasBleed }) => !hasBleed || piece.shop !== null)];
}

/** `undefined` is the address of the piece itself. */
export function formAt(piece: Piece, slug: string | undefined): Form | null {
  return formsOf(piece).find((form) => form.slug === (slug ?? null)) ?? null;
}

export function sheetOf(piece: Piece, { hasBleed }: Pick<Form, "hasBleed">) {
  return (hasBleed && piece.shop) || piece.home;
}
