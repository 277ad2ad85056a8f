import { gzipSync } from "node:zlib";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SealDrawing, sealOf } from "./seal.tsx";

const CODE = "K7QF-2M9X-T4";
/** Of a code's ten characters, one after the other. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codes = Array.from({ length: 200 }, (_, place) => {
  const signs = Array.from({ length: 10 }, (_, at) => ALPHABET[((place + 1) * (at + 3) * 7919 + place * at) % 32]).join("");
  return `${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`;
});

test("the same code gives the same seal, in small letters, too", () => {
  expect(sealOf(CODE)).toEqual(sealOf(CODE));
  expect(sealOf(CODE.toLowerCase())).toEqual(sealOf(CODE));
});

test("other codes give other seals, where a single character differs, too", () => {
  const seals = codes.map((code) => JSON.stringify(sealOf(code)));
  expect(new Set(seals).size).toBe(new Set(codes).size);
  const neighbours = [...ALPHABET].map((sign) => JSON.stringify(sealOf(`K7QF-2M9X-T${sign}`)));
  expect(new Set(neighbours).size).toBe(ALPHABET.length);
});

test("each is three rings of numbers alone, within its square", () => {
  for (const code of [...codes, "0000-0000-00", "ZZZZ-ZZZZ-ZZ", ""]) {
    const rings = sealOf(code);
    expect(rings).toHaveLength(3);
    for (const { path, turns } of rings) {
      expect(path).toMatch(/^M[\d. -]+c[\d. -]+s[\d. -]+z$/);
      expect(turns).toBeGreaterThan(10);
      expect(farthest(path), code).toBeLessThanOrEqual(100);
    }
  }
});

test("a seal adds less than 6 kB to a page", () => {
  const sizes = [...codes, "ZZZZ-ZZZZ-ZZ"].map(
    (code) => gzipSync(renderToStaticMarkup(createElement(SealDrawing, { code }))).length,
  );
  expect(Math.max(...sizes)).toBeLessThan(6000);
});

/** From the middle, of the points that the line runs through. */
function farthest(path: string): number {
  const numbers = [...path.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([text]) => Number(text));
  let [x = 0, y = 0] = numbers;
  let most = Math.hypot(x, y);
  // After the start and a piece with both its handles, each piece is a handle and a point.
  for (let at = 6; at < numbers.length; at += 4) {
    x += numbers[at] ?? 0;
    y += numbers[at + 1] ?? 0;
    most = Math.max(most, Math.hypot(x, y));
  }
  return most;
}
