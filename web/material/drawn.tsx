/** The parts that the printed pieces share. They are pictures, not masks or backgrounds, which many leave out when printing. */
import type { SheetWords } from "./sheet-words.ts";

interface Inked {
  isBlack: boolean;
}

/** Where it goes off the sheet, it goes on into the bleed. */
export function Ground({ isBlack }: Inked) {
  return (
    <div className="ground" aria-hidden="true">
      <img className="rosette" src={drawing("rosette", isBlack)} alt="" />
    </div>
  );
}

export function Lathe({ of, isBlack }: Inked & { of: "poster" | "leaflet" | "till" }) {
  return <img className="lathe" src={drawing(of, isBlack)} alt="" />;
}

export function Head({ words, isBlack }: Inked & { words: SheetWords }) {
  return (
    <p className="head">
      <img src={drawing("mark", isBlack)} alt="" />
      <b>{words.name}</b> <span>{words.kind}</span>
    </p>
  );
}

export function Slogan({ of, size }: { of: string[]; size: string | null }) {
  return (
    <p className={size ? `slogan ${size}` : "slogan"}>
      {of.map((line) => (
        <span key={line}>{line} </span>
      ))}
    </p>
  );
}

export function Demands({ words }: { words: SheetWords }) {
  return (
    <ol className="demands">
      {words.demands.map((demand) => (
        <li key={demand}>{demand}</li>
      ))}
    </ol>
  );
}

export function Code({ words }: { words: SheetWords }) {
  return <img className="code" src={words.code.path} width="120" height="120" alt={words.code.alt} />;
}

export function Call({ words }: { words: SheetWords }) {
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

export function Responsible({ words }: { words: SheetWords }) {
  return words.responsible && <p className="answers">{words.responsible}</p>;
}

function drawing(name: string, isBlack: boolean): string {
  return `/drawings/print-${name}${isBlack ? "-black" : ""}.svg`;
}
