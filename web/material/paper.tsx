import type { ComponentType } from "react";
import type { PieceId } from "../../petition/material.ts";
import { FourLeaflets, Leaflet, type PieceProps, Poster, Strips, TillSign } from "./drawn.tsx";
import { BLEED, type Form, type Piece, type PrintedSheet, SLUG, sheetOf } from "./pieces.ts";
import type { SheetWords } from "./sheet-words.server.ts";
import "./paper.css";
import "./pieces.css";

const DRAWN: Record<PieceId, { alone: ComponentType<PieceProps>; atHome: ComponentType<PieceProps> }> = {
  posterA4: { alone: Poster, atHome: Poster },
  posterA3: { alone: Poster, atHome: Poster },
  leaflet: { alone: Leaflet, atHome: FourLeaflets },
  strips: { alone: Strips, atHome: Strips },
  till: { alone: TillSign, atHome: TillSign },
};

/** A sheet as it leaves the printer; on the screen as large as there is room for it. */
export function Paper({ piece, form, words }: { piece: Piece; form: Form; words: SheetWords }) {
  const sheet = sheetOf(piece, form);
  const Drawn = DRAWN[piece.id][form.hasBleed ? "alone" : "atHome"];
  const classes = ["paper", sheet.name, form.isBlack && "black", form.hasBleed && "bleeds"].filter(Boolean).join(" ");
  return (
    <div className="paper-room">
      <div className={classes}>
        <Drawn words={words} isBlack={form.isBlack} />
        {form.hasBleed && <CropMarks sheet={sheet} />}
      </div>
    </div>
  );
}

/** They begin outside of the bleed, so that none is left on the piece. */
function CropMarks({ sheet: { width, height } }: { sheet: PrintedSheet }) {
  const mark = SLUG - BLEED - 1;
  const down = [SLUG, width - SLUG].map((x) => `M${x} 0v${mark}M${x} ${height}v-${mark}`);
  const across = [SLUG, height - SLUG].map((y) => `M0 ${y}h${mark}M${width} ${y}h-${mark}`);
  return (
    <svg className="cuts" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={[...down, ...across].join("")} />
    </svg>
  );
}
