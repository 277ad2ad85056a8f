import { Code, Ground, Lathe, Responsible, Slogan } from "./drawn.tsx";
import type { PieceProps } from "./poster.tsx";

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
