import { Code, Demands, Ground, Head, Responsible, Slogan } from "./drawn.tsx";
import type { PieceProps } from "./poster.tsx";

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
