import { Call, Demands, Ground, Head, Lathe, Responsible, Slogan } from "./drawn.tsx";
import type { SheetWords } from "./sheet-words.ts";

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
