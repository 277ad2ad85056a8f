/** What everybody else sees meanwhile. */
import { ARTICLE_SLUGS, pathIn } from "../../petition/addresses.ts";
import { LANGUAGES } from "../../petition/language.ts";
import type { BesiegedSite } from "./site.ts";

/** In every language: nothing that is kept of them may be another's. */
const KEPT = ["/", "/unterstuetzer/seite/1"];
/** In one language each. */
const PAGES = [
  ..."/unterstuetzer/seite/3 /widerruf /impressum /datenschutz /barrierefreiheit".split(" "),
  ..."/confirm /meine-daten /wiederherstellen /nicht-ich /admin /nirgendwo".split(" "),
];
const CALLS = [
  "/api/petition/stats",
  "/api/petition/supporters?lang=pl",
  "/api/petition/supporters-paginated?page=2&pageSize=100",
  "/api/language/preference",
  ..."/api/openapi.json /api/nothing /sitemap.xml /robots.txt /manifest.webmanifest /healthz /readyz /icon.svg".split(" "),
];
const SEEN = [
  ...LANGUAGES.flatMap((language, turn) => [
    ...KEPT.map((path) => pathIn(language, path)),
    ...PAGES.filter((_, at) => at % LANGUAGES.length === turn).map((path) => pathIn(language, path)),
    `/${language}/${ARTICLE_SLUGS[language]}`,
  ]),
  ...CALLS,
];

/** "Stand 13:05 Uhr", "13 h 05": the present moment as pages tell it to people. */
const TIME_OF_DAY = /\b\d{1,2}(?::|\.|\sh\s?)\d{2}\b/g;
/** They differ for good reasons: the clock's, and what is made over a page's time. */
const CHANGING = ["date", "etag", "content-security-policy", "content-length", "connection", "keep-alive", "x-accel-expires"];

export type Seen = Map<string, string>;

/** With the present moment, which pages name, taken out. */
export async function look({ house }: BesiegedSite, addresses = SEEN): Promise<Seen> {
  // Whatever is kept is made anew.
  house.clock.forward(2000);
  const now = house.clock.now().toISOString();
  const seen: Seen = new Map();
  for (const path of addresses) {
    const answer = await fetch(house.url + path, { redirect: "manual", headers: { "accept-encoding": "identity" } });
    const headers = [...answer.headers].filter(([name]) => !CHANGING.includes(name));
    const body = (await answer.text()).replaceAll(now, "NOW").replace(TIME_OF_DAY, "TIME");
    seen.set(path, [answer.status, ...headers.map((pair) => pair.join(": ")), "", body].join("\n"));
  }
  return seen;
}

/** Sentences without the whole texts. */
export function changesBetween(before: Seen, after: Seen): string[] {
  return [...before].flatMap(([path, was]) => {
    const is = after.get(path) ?? "";
    if (is === was) return [];
    const at = [...was].findIndex((letter, index) => letter !== is[index]);
    const from = Math.max(0, at - 60);
    return [`${path} was ${JSON.stringify(was.slice(from, at + 100))} and is ${JSON.stringify(is.slice(from, at + 100))}`];
  });
}
