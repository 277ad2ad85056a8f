import { useId } from "react";
import { sealOf } from "./seal.ts";

/** Its lines are a mask over the iris colours, as those of all drawings are. */
export function SealDrawing({ code }: { code: string }) {
  const id = useId();
  const [colours, lines] = [`${id}colours`, `${id}lines`];
  return (
    <svg className="seal-drawing" viewBox="-100 -100 200 200" aria-hidden="true" focusable="false">
      <linearGradient id={colours} gradientUnits="userSpaceOnUse" x1="-114" y1="-20" x2="114" y2="20">
        <stop offset="2%" stopColor="var(--iris-from)" />
        <stop offset="50%" stopColor="var(--iris-through)" />
        <stop offset="98%" stopColor="var(--iris-to)" />
      </linearGradient>
      <mask id={lines} maskUnits="userSpaceOnUse" x="-100" y="-100" width="200" height="200">
        <g fill="none" stroke="#fff" strokeWidth="0.45">
          {sealOf(code).map(({ path, turns }, ring) => (
            <Ring key={path} id={`${id}ring${ring}`} path={path} turns={turns} />
          ))}
        </g>
      </mask>
      <rect x="-100" y="-100" width="200" height="200" fill={`url(#${colours})`} mask={`url(#${lines})`} />
    </svg>
  );
}

function Ring({ id, path, turns }: { id: string; path: string; turns: number }) {
  const others = Array.from({ length: turns - 1 }, (_, turn) => `rotate(${((360 / turns) * (turn + 1)).toFixed(1)})`);
  return (
    <>
      <path id={id} d={path} />
      {others.map((transform) => (
        <use key={transform} href={`#${id}`} transform={transform} />
      ))}
    </>
  );
}
