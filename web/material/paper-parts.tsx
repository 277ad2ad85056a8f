/** What several printed pieces have. */
import type { SheetWords } from "./material-content.server.ts";

export interface PieceProps {
  words: SheetWords;
  isBlack: boolean;
}

export function Head({ words, isBlack }: PieceProps) {
  return (
    <p className="head">
      <img src={drawing("mark", isBlack)} alt="" />
      <b>{words.name}</b> <span>{words.kind}</span>
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

export function drawing(name: string, isBlack: boolean): string {
  return `/drawings/print-${name}${isBlack ? "-black" : ""}.svg`;
}
