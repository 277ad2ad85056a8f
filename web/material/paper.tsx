/** The printed pieces. Their drawings are images: many browsers print no masks and backgrounds. */
import type { ComponentType, ReactNode } from "react";
import type { PieceId } from "../../petition/campaign.ts";
import type { SheetWords } from "./material-content.server.ts";
import { Code, Demands, drawing, Head, type PieceProps } from "./paper-parts.tsx";
import { BLEED, type Form, type Piece, SLUG, sheetOf } from "./pieces.ts";
import { CardBack, CardFront, SignatureList } from "./signature-sheets.tsx";
import "./paper.css";
import "./pieces.css";
import "./signature-sheets.css";

/** A sheet as it leaves the printer; on the screen as large as there is room for it. */
export function Paper({ piece, form, words, isBack = false }: PaperProps) {
  const sheet = sheetOf(piece, form);
  const Drawn = isBack ? FourCardBacks : DRAWN[piece.id][form.hasBleed ? "alone" : "atHome"];
  const classes = ["paper", sheet.name, form.isBlack && "black", form.hasBleed && "bleeds"].filter(Boolean).join(" ");
  return (
    <div className="paper-room">
      <div className={classes}>
        <Drawn words={words} isBlack={form.isBlack} />
        {form.hasBleed && <CropMarks {...sheet} />}
      </div>
    </div>
  );
}

interface PaperProps {
  piece: Piece;
  form: Form;
  words: SheetWords;
  /** The other side of the cards. */
  isBack?: boolean;
}

/** They begin outside of the bleed, so that none is left on the piece. */
function CropMarks({ width, height }: { width: number; height: number }) {
  const mark = SLUG - BLEED - 1;
  const down = [SLUG, width - SLUG].map((x) => `M${x} 0v${mark}M${x} ${height}v-${mark}`);
  const across = [SLUG, height - SLUG].map((y) => `M0 ${y}h${mark}M${width} ${y}h-${mark}`);
  return (
    <svg className="cuts" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={[...down, ...across].join("")} />
    </svg>
  );
}

const DRAWN: Record<PieceId, { alone: ComponentType<PieceProps>; atHome: ComponentType<PieceProps> }> = {
  posterA4: { alone: Poster, atHome: Poster },
  posterA3: { alone: Poster, atHome: Poster },
  leaflet: { alone: Leaflet, atHome: FourLeaflets },
  strips: { alone: Strips, atHome: Strips },
  till: { alone: TillSign, atHome: TillSign },
  signatureCard: { alone: FourCards, atHome: FourCards },
  signatureList: { alone: SignatureList, atHome: SignatureList },
};

/** A3 is the same at 1.414 times the size. */
function Poster({ words, isBlack }: PieceProps) {
  return (
    <Framed of="poster" isBlack={isBlack}>
      <Head words={words} isBlack={isBlack} />
      <Slogan of={words.slogan} size={words.sloganSize} />
      <p className="lede">{words.lede}</p>
      <Demands words={words} />
      <Call words={words} />
      <Responsible words={words} />
    </Framed>
  );
}

function Leaflet({ words, isBlack }: PieceProps) {
  return (
    <Framed of="leaflet" isBlack={isBlack}>
      <Slogan of={words.slogan} size={words.sloganSize} />
      <Demands words={words} />
      <Call words={words} />
      <Responsible words={words} />
    </Framed>
  );
}

function FourLeaflets(props: PieceProps) {
  return (
    <FourOnSheet>
      <Leaflet {...props} />
    </FourOnSheet>
  );
}

function FourCards({ words }: PieceProps) {
  return (
    <FourOnSheet>
      <CardFront words={words} />
    </FourOnSheet>
  );
}

function FourCardBacks({ words }: PieceProps) {
  return (
    <FourOnSheet>
      <CardBack words={words} />
    </FourOnSheet>
  );
}

/** Said to readers of the screen once. */
function FourOnSheet({ children }: { children: ReactNode }) {
  return (
    <div className="four">
      {["first", "second", "third", "fourth"].map((place) => (
        <div key={place} aria-hidden={place === "first" ? undefined : true}>
          {children}
        </div>
      ))}
      <svg className="cuts" viewBox="0 0 210 297" aria-hidden="true">
        <path d="M105 0v9M105 144v9M105 288v9M0 148.5h9M100.5 148.5h9M201 148.5h9" />
      </svg>
    </div>
  );
}

const STRIPS = 10;

function Strips({ words, isBlack }: PieceProps) {
  return (
    <div className="piece notice-strips">
      <Ground isBlack={isBlack} />
      <div className="within">
        <Head words={words} isBlack={isBlack} />
        <Slogan of={words.slogan} size={words.sloganSize} />
        <p className="lede">{words.lede}</p>
        <Demands words={words} />
        <Call words={words}>
          <Responsible words={words} />
        </Call>
      </div>
      <div className="strips" aria-hidden="true">
        {Array.from({ length: STRIPS }, (_, place) => `strip ${place}`).map((strip) => (
          <div key={strip}>
            <p>
              <b>{words.slogan.join(" ")}</b> <span>{words.address}</span>
            </p>
            <Code words={words} />
          </div>
        ))}
      </div>
    </div>
  );
}

function TillSign({ words, isBlack }: PieceProps) {
  const { till } = words;
  if (!till) return null;
  return (
    <Framed of="till" isBlack={isBlack}>
      <Slogan of={till.lines} size={till.size} />
      <p className="lede">{till.welcome}</p>
      <div className="call">
        <div>
          <p className="sign">{till.keep}</p>
          <p className="address">{words.address}</p>
          <p className="ease">
            {words.kind}: {words.slogan.join(" ")}
          </p>
          <Responsible words={words} />
        </div>
        <Code words={words} />
      </div>
    </Framed>
  );
}

function Framed({ of, isBlack, children }: { of: "poster" | "leaflet" | "till"; isBlack: boolean; children: ReactNode }) {
  return (
    <div className={`piece ${of}`}>
      <Ground isBlack={isBlack} />
      <img className="lathe" src={drawing(of, isBlack)} alt="" />
      <div className="within">{children}</div>
    </div>
  );
}

/** Where it goes off the sheet, it goes on into the bleed. */
function Ground({ isBlack }: { isBlack: boolean }) {
  return (
    <div className="ground" aria-hidden="true">
      <img className="rosette" src={drawing("rosette", isBlack)} alt="" />
    </div>
  );
}

function Slogan({ of, size }: { of: string[]; size: string | null }) {
  return (
    <p className={size ? `slogan ${size}` : "slogan"}>
      {of.map((line) => (
        <span key={line}>{line} </span>
      ))}
    </p>
  );
}

function Call({ words, children }: { words: SheetWords; children?: ReactNode }) {
  return (
    <div className="call">
      <Code words={words} />
      <div>
        <p className="sign">{words.sign}</p>
        <p className="address">{words.address}</p>
        {children ?? <p className="ease">{words.ease}</p>}
      </div>
    </div>
  );
}

function Responsible({ words }: { words: SheetWords }) {
  return words.responsible && <p className="answers">{words.responsible}</p>;
}
