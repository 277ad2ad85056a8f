import { ARTICLE_SLUGS, articlePathIn, PAGES, pathIn, splitPath, supportersPageIn } from "../../../petition/addresses.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../petition/language.ts";
import { readPage } from "../../../petition/supporters.ts";

export function redirectFor(path: string, query: string, chosen: Language | null): { to: string; temporary: boolean } | null {
  if (isForRouter(path)) return null;
  const tail = query ? `?${query}` : "";
  const tidy = tidyPath(path);
  const { prefix, rest } = splitPath(tidy);
  const language = prefix ?? DEFAULT_LANGUAGE;

  const slugLanguage = (Object.keys(ARTICLE_SLUGS) as Language[]).find((one) => rest === `/${ARTICLE_SLUGS[one]}`);
  if (slugLanguage && prefix !== null && slugLanguage !== prefix) return { to: articlePathIn(prefix) + tail, temporary: false };
  if (slugLanguage === "en" && slugLanguage !== DEFAULT_LANGUAGE && prefix === null)
    return { to: articlePathIn("en") + tail, temporary: false };

  const list = /^\/(?:unterstuetzer|supporters)(?:\/(.*))?$/.exec(rest);
  if (list) {
    const given = list[1]?.replace(/^seite\/?/, "");
    const isHome = rest.startsWith(`${PAGES.supportersPage}/`);
    const page = given ? readPage(given) : 1;
    if (!isHome || page === null || String(page) !== given) {
      if (!given?.includes("/")) return { to: supportersPageIn(language, page ?? 1), temporary: false };
    }
  }
  if (prefix === null && chosen !== null && chosen !== DEFAULT_LANGUAGE && !/\.\w{2,12}$/.test(rest))
    return { to: (slugLanguage ? articlePathIn(chosen) : pathIn(chosen, rest)) + tail, temporary: true };
  if (tidy !== path) return { to: tidy + tail, temporary: false };
  return null;
}

/** A page's data, parts of the list of routes: what open pages of releases before 1.1 ask for. */
export function isForRouter(path: string): boolean {
  return path.endsWith(".data") || path === "/__manifest";
}

/** Never begins with two slashes, of which browsers take a back slash for one: that would lead to another host. */
function tidyPath(path: string): string {
  const plain = path.replace(/%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  const flat = plain.replace(/[/\\]+/g, "/").replace(/(?<=.)\/$/, "");
  // What has to be percent-encoded is left alone: its digits may be written either way.
  return flat.replace(/%[\da-f]{2}|[^%]+/gi, (part) => (part.startsWith("%") ? part : part.toLowerCase()));
}
