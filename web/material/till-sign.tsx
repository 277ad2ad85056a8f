import { Code, Ground, Lathe, Lines, Responsible } from "./drawn.tsx";
import type { PieceProps } from "./poster.tsx";

export function TillSign({ words, isBlack }: PieceProps) {
  return (
    <div className="piece till">
      <Ground isBlack={isBlack} />
      <Lathe of="till" isBlack={isBlack} />
      <div className="within">
        <Lines of={words.till} className="slogan" />
        <p className="lede">{words.welcome}</p>
        <div className="call">
          <div>
            <p className="sign">{words.keep}</p>
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
