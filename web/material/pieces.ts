import type { PieceId } from "../../petition/material.ts";
import { CAMPAIGN } from "../../petition/our-campaign.ts";
import a3 from "./page/a3.css?url";
import a3Bleed from "./page/a3-bleed.css?url";
import a4 from "./page/a4.css?url";
import a4Bleed from "./page/a4-bleed.css?url";
import a5 from "./page/a5.css?url";
import a5Bleed from "./page/a5-bleed.css?url";
import a6Bleed from "./page/a6-bleed.css?url";

/** What is printed at once, in millimetres. `pageStyle` tells the browser's print of the size, which a rule of the page cannot. */
export interface PrintedSheet {
  /** The class that holds the same size for the screen. */
  name: string;
  width: number;
  height: number;
  pageStyle: string;
}

export interface Piece {
  id: PieceId;
  /** The same in each language, as all addresses but the article's. */
  slug: string;
  paper: "A3" | "A4" | "A5";
  /** Of one of them, finished. */
  size: { width: number; height: number };
  home: PrintedSheet;
  /** With bleed, where a print shop could take it. */
  shop: PrintedSheet | null;
  /** What is left to do once it is printed at home. */
  after: "cut" | "snip" | null;
}

/** Millimetres that the sheet for a print shop is larger than the piece on each side, and how far its drawing goes into that. */
export const SLUG = 10;
export const BLEED = 3;

const A4 = { name: "a4", width: 210, height: 297, pageStyle: a4 };

export const PIECES: Record<PieceId, Piece> = {
  posterA4: {
    id: "posterA4",
    slug: "plakat-a4",
    paper: "A4",
    size: { width: 210, height: 297 },
    home: A4,
    shop: { name: "a4-bleed", width: 230, height: 317, pageStyle: a4Bleed },
    after: null,
  },
  posterA3: {
    id: "posterA3",
    slug: "plakat-a3",
    paper: "A3",
    size: { width: 297, height: 420 },
    home: { name: "a3", width: 297, height: 420, pageStyle: a3 },
    shop: { name: "a3-bleed", width: 317, height: 440, pageStyle: a3Bleed },
    after: null,
  },
  leaflet: {
    id: "leaflet",
    slug: "handzettel-a6",
    paper: "A4",
    size: { width: 105, height: 148 },
    home: A4,
    shop: { name: "a6-bleed", width: 125, height: 168, pageStyle: a6Bleed },
    after: "cut",
  },
  strips: {
    id: "strips",
    slug: "abreisszettel",
    paper: "A4",
    size: { width: 210, height: 297 },
    home: A4,
    shop: null,
    after: "snip",
  },
  till: {
    id: "till",
    slug: "kassenschild-a5",
    paper: "A5",
    size: { width: 210, height: 148 },
    home: { name: "a5", width: 210, height: 148, pageStyle: a5 },
    shop: { name: "a5-bleed", width: 230, height: 168, pageStyle: a5Bleed },
    after: null,
  },
};

export function pieceAt(slug: string | undefined): Piece | null {
  return CAMPAIGN.pieces.map((id) => PIECES[id]).find((piece) => piece.slug === slug) ?? null;
}

export interface Form {
  id: "colour" | "black" | "bleed" | "bleedBlack";
  /** The last part of its address; the first form has none. */
  slug: string | null;
  isBlack: boolean;
  hasBleed: boolean;
}

export const IN_COLOUR: Form = { id: "colour", slug: null, isBlack: false, hasBleed: false };

const FORMS: Form[] = [
  IN_COLOUR,
  { id: "black", slug: "schwarzweiss", isBlack: true, hasBleed: false },
  { id: "bleed", slug: "druckerei", isBlack: false, hasBleed: true },
  { id: "bleedBlack", slug: "druckerei-schwarzweiss", isBlack: true, hasBleed: true },
];

export function formsOf(piece: Piece): Form[] {
  return FORMS.filter(({ hasBleed }) => !hasBleed || piece.shop !== null);
}

/** `undefined` is the address of the piece itself. */
export function formAt(piece: Piece, slug: string | undefined): Form | null {
  return formsOf(piece).find((form) => form.slug === (slug ?? null)) ?? null;
}

export function sheetOf(piece: Piece, { hasBleed }: Pick<Form, "hasBleed">): PrintedSheet {
  return (hasBleed && piece.shop) || piece.home;
}
