/** Those of the site, those that are nearly theirs, and those of other sites that robots try everywhere. */
import fc from "fast-check";
import { tokenNames } from "./material.ts";
import type { Place } from "./places.ts";
import { bytesOf } from "./request.ts";
import { nastyTexts } from "./texts.ts";

const JUNK = [
  "/wp-login.php",
  "/.env",
  "/.git/config",
  "/index.php?id=1",
  "/cgi-bin/.%2e/.%2e/etc/passwd",
  "/%2e%2e/%2e%2e/package.json",
  "/assets/..%2f..%2fserver%2fsite.ts",
  "/assets/%2e%2e/server/index.js",
  "/share/..\\..\\server",
  "/__manifest?paths=%2F,%2Fen",
  "/__manifest?paths=%00",
  "/__proto__",
  "/constructor/prototype",
  "/api",
  "/api/",
  "/api//",
  "/api/petition",
  "/API/petition/stats",
  "/api/petition/stats/",
  "/api/nothing",
  "/_root.data?_routes=root",
  "/widerruf.data",
  "/en.data",
  "/_.data",
  "/unterstuetzer/seite/2147483648",
  "/supporters/1?page=2",
  "*",
  "",
  "?",
  "#",
  "//",
  "/\\evil.example",
  "http://evil.example/impressum",
  "https://evil.example:99999/",
  "evil.example:443",
];

/** What somebody does to an address to slip past a check. */
const TWISTS: Record<string, (path: string) => string> = {
  "encoded twice": (path) => path.replace(/\/(?=[^/]*$)/, "/%252f"),
  "encoded slash": (path) => path.replace(/\/(?=[^/]*$)/, "%2f"),
  "encoded letters": (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  "nul at the end": (path) => `${path}%00`,
  "broken encoding": (path) => `${path}%E0%A4%A`,
  "no encoding": (path) => `${path}%zz`,
  "no UTF-8": (path) => `${path}%ff%fe`,
  "raw bytes": (path) => `${path}\xff\xfe`,
  "two slashes": (path) => `/${path}`,
  "slash at the end": (path) => `${path}/`,
  "back slash": (path) => path.replace(/\/(?=[^/]*$)/, "\\"),
  dots: (path) => `/nowhere/..${path}`,
  "encoded dots": (path) => `/nowhere/%2e%2e${path}`,
  parameter: (path) => `${path};a=b`,
  "upper case": (path) => path.toUpperCase(),
  "very long": (path) => `${path}/${"a".repeat(9000)}`,
  "many parts": (path) => `${path}${"/a".repeat(1000)}`,
  unicode: (path) => `${path}%F0%9F%92%B6`,
  "other language": (path) => `/pl${path}`,
  "no language": (path) => `/xx${path}`,
  data: (path) => `${path}.data`,
  "another host": (path) => `http://evil.example${path}`,
  "a name in front": (path) => `//user:key@evil.example${path}`,
  fragment: (path) => `${path}#top`,
};

const QUERY_NAMES = [
  ..."page pageSize lang by limit search state visibility language cluster quarantine signature".split(" "),
  ..."who action day about before format separator progress selector signed intent index _routes paths".split(" "),
  ..."token token token key __proto__ constructor page[] page[0] __proto__[admin]".split(" "),
];

const queryValues = fc.oneof(
  { weight: 3, arbitrary: nastyTexts.map(encoded) },
  { weight: 2, arbitrary: tokenNames },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "1e9",
      "-1",
      "0",
      "NaN",
      "1.5",
      "%00",
      "%ff",
      "+",
      "2",
      "99999999999999",
      "de",
      "xx",
      "csv",
      "hour",
      "rows",
    ),
  },
);

const queries = fc
  .array(fc.tuple(fc.constantFrom(...QUERY_NAMES), queryValues), { maxLength: 4 })
  .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`));

const parts = fc.oneof(
  { weight: 3, arbitrary: tokenNames },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: nastyTexts.map(encoded) },
  { weight: 1, arbitrary: fc.constantFrom("1", "2", "de-1", "constructor", "%00", "assets", "icon.svg") },
);

export interface Target {
  place: Place;
  target: string;
}

export function targets(places: Place[]): fc.Arbitrary<Target> {
  const twists = fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(TWISTS)) },
  );
  const known = fc.record({ place: fc.constantFrom(...places), part: parts, twist: twists, query: queries });
  const junk = fc.oneof(
    fc.constantFrom(...JUNK),
    fc.webPath(),
    nastyTexts.map((text) => `/${encoded(text)}`),
  );
  return fc.oneof(
    {
      weight: 9,
      arbitrary: known.map(({ place, part, twist, query }) => {
        const path = place.path.replace(/:\w+|\*/g, () => part);
        return { place, target: (twist === null ? path : (TWISTS[twist]?.(path) ?? path)) + query };
      }),
    },
    {
      weight: 1,
      arbitrary: junk.map((target) => ({ place: { path: "/*", methods: ["GET", "POST"] }, target: bytesOf(target) })),
    },
  );
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
