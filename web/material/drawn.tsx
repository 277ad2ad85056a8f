/** The printed pieces, and the parts that they share. Their drawings are images: many browsers print no masks and backgrounds. */
import type { SheetWords } from "./sheet-words.server.ts";

interface Inked {
  isBlack: boolean;
}

/** Where it goes off the sheet, it goes on into the bleed. */
function Ground({ isBlack }: Inked) {
  return (
    <div className="ground" aria-hidden="true">
      <img className="rosette" src={drawing("rosette", isBlack)} alt="" />
    </div>
  );
}

function Lathe({ of, isBlack }: Inked & { of: "poster" | "leaflet" | "till" }) {
  return <img className="lathe" src={drawing(of, isBlack)} alt="" />;
}

function Head({ words, isBlack }: Inked & { words: SheetWords }) {
  return (
    <p className="head">
      <img src={drawing("mark", isBlack)} alt="" />
      <b>{words.name}</b> <span>{words.kind}</span>
    </p>
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

function Demands({ words }: { words: SheetWords }) {
  return (
    <ol className="demands">
      {words.demands.map((demand) => (
        <li key={demand}>{demand}</li>
      ))}
    </ol>
  );
}

function Code({ words }: { words: SheetWords }) {
  return <img className="code" src={words.code.path} width="120" height="120" alt={words.code.alt} />;
}

function Call({ words }: { words: SheetWords }) {
  return (
    <div className="call">
      <Code words={words} />
      <div>
        <p className="sign">{words.sign}</p>
        <p className="address">{words.address}</p>
        <p className="ease">{words.ease}</p>
      </div>
    </div>
  );
}

function Responsible({ words }: { words: SheetWords }) {
  return words.responsible && <p className="answers">{words.responsible}</p>;
}

function drawing(name: string, isBlack: boolean): string {
  return `/drawings/print-${name}${isBlack ? "-black" : ""}.svg`;
}

export interface PieceProps {
  words: SheetWords;
  isBlack: boolean;
}

/** A3 is the same at 1.414 times the size. */
export function Poster({ words, isBlack }: PieceProps) {
  return (
    <div className="piece poster">
      <Ground isBlack={isBlack} />
      <Lathe of="poster" isBlack={isBlack} />
      <div className="within">
        <Head words={words} isBlack={isBlack} />
        <Slogan of={words.slogan} size={words.sloganSize} />
        <p className="lede">{words.lede}</p>
        <Demands words={words} />
        <Call words={words} />
        <Responsible words={words} />
      </div>
    </div>
  );
}

export function Leaflet({ words, isBlack }: PieceProps) {
  return (
    <div className="piece leaflet">
      <Ground isBlack={isBlack} />
      <Lathe of="leaflet" isBlack={isBlack} />
      <div className="within">
        <Slogan of={words.slogan} size={words.sloganSize} />
        <Demands words={words} />
        <Call words={words} />
        <Responsible words={words} />
      </div>
    </div>
  );
}

/** Said to readers of the screen once. */
export function FourLeaflets(props: PieceProps) {
  return (
    <div className="four">
      {["first", "second", "third", "fourth"].map((place) => (
        <div key={place} aria-hidden={place === "first" ? undefined : true}>
          <Leaflet {...props} />
        </div>
      ))}
      <svg className="cuts" viewBox="0 0 210 297" aria-hidden="true">
        <path d="M105 0v9M105 144v9M105 288v9M0 148.5h9M100.5 148.5h9M201 148.5h9" />
      </svg>
    </div>
  );
}

const STRIPS = 10;

export function Strips({ words, isBlack }: PieceProps) {
  return (
    <div className="piece notice-strips">
      <Ground isBlack={isBlack} />
      <div className="within">
        <Head words={words} isBlack={isBlack} />
        <Slogan of={words.slogan} size={words.sloganSize} />
        <p className="lede">{words.lede}</p>
        <Demands words={words} />
        <div className="call">
          <Code words={words} />
          <div>
            <p className="sign">{words.sign}</p>
            <p className="address">{words.address}</p>
            <Responsible words={words} />
          </div>
        </div>
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

export function TillSign({ words, isBlack }: PieceProps) {
  if (!words.till) return null;
  return (
    <div className="piece till">
      <Ground isBlack={isBlack} />
      <Lathe of="till" isBlack={isBlack} />
      <div className="within">
        <Slogan of={words.till.lines} size={words.till.size} />
        <p className="lede">{words.till.welcome}</p>
        <div className="call">
          <div>
            <p className="sign">{words.till.keep}</p>
            <p className="address">{words.address}</p>
            <p className="ease">
              {words.kind}: {words.slogan.join(" ")}
            </p>
            <Responsible words={words} />
          </div>
          <Code words={words} />
        </div>
      </div>
    </div>
  );
}
