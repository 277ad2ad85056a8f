/** The seal of a receipt: its code is read as a number and sets a lathe, so that it always gives the same drawing. Proves nothing. */
import { useId } from "react";
import { lathe } from "../../petition/lathe.ts";
import { Numeral } from "../design/numeral.tsx";
import type { SheetInShort } from "../remembered-sheet.ts";
import { useFormat, useTranslations } from "../translation.tsx";
import "./receipt.css";

/** Lines, each with how often it is turned to weave its ring. Around 0, 0; within 100 to each side. */
export function sealOf(code: string): { path: string; turns: number }[] {
  const from = settings(code);
  const rim = { inner: 88, outer: 98, lobes: from(18, 30), waves: from(7, 11), depth: from(8, 14) / 4, knot: 0, start: 0 };
  const rose = {
    inner: from(34, 45),
    outer: from(78, 86),
    lobes: from(13, 24),
    waves: from(5, 9),
    depth: from(6, 18),
    knot: from(-5, 8) / 20,
    start: from(0, 31) / 32,
  };
  const heart = {
    inner: from(8, 15),
    outer: from(36, 46) - 6,
    lobes: from(11, 19),
    waves: from(4, 7),
    depth: from(3, 8),
    knot: 0,
    start: from(0, 31) / 32,
  };
  return [rim, rose, heart].map((ring) => ({ path: lathe(ring), turns: ring.lobes }));
}

function settings(code: string): (least: number, most: number) => number {
  const signs = [...code.toLowerCase()].map((sign) => Number.parseInt(sign, 36)).filter((value) => !Number.isNaN(value));
  // No two codes of the same length are the same number.
  const number = signs.reduce((sum, value) => sum * 36n + BigInt(value), 0n);
  // So that neighbours look different (Knuth, multiplicative hashing).
  let left = BigInt.asUintN(64, number * 0x9e37_79b9_7f4a_7c15n);
  return (least, most) => {
    const steps = BigInt(most - least + 1);
    const step = Number(left % steps);
    left /= steps;
    return least + step;
  };
}

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

const AS_LONG_AS_A_CODE = "0000-0000-00";

export function SealAndNumber({ sheet }: { sheet: SheetInShort | null }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <figure className="seal">
      {sheet ? <SealDrawing code={sheet.code} /> : <span className="seal-place" />}
      <figcaption className="in-one-place">
        <div className="own-number" aria-hidden={sheet === null}>
          <span className="soft">{t("receipt.number")}</span> <Numeral value={format.number(sheet?.number ?? 0)} />{" "}
          <span className="code tab">{t("receipt.code", { code: sheet?.code ?? AS_LONG_AS_A_CODE })}</span>
        </div>
        {!sheet && <p>{t("receipt.waiting")}</p>}
      </figcaption>
    </figure>
  );
}
