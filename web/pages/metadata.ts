import type { MetaDescriptor } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import type { MessageKey } from "../../messages/keys.ts";
import { localeOf, type Translate } from "../../messages/translate.ts";
import { feedIn, PAGES, type Page, translatePath } from "../../petition/addresses.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../petition/language.ts";
import type { HeadFacts, Loaded, Meta } from "../runtime/page-state.tsx";
import { picturePath, SHARE_IMAGE } from "../share-image/size.ts";
import { petitionIn } from "../translation.tsx";

/** Of a page that is the same for everybody. */
export const PUBLIC: PageHandle = { isPublic: true };

const FEED = { tagName: "link", rel: "alternate", type: "application/atom+xml" };

interface Described {
  /** The page's path in any of the languages, without query: `/fr/widerruf` or `/widerruf`. */
  path: string;
  title: string;
  description: string;
  noindex?: boolean;
}

/** The petition's name follows the title. */
export function pageTitled<Loader>(
  page: Page,
  textsOf: (loaded: Loaded<Loader>, t: Translate) => Pick<Described, "title" | "description">,
  { noindex = false } = {},
): Meta<Loader> {
  return ({ loaderData, ...facts }) => {
    const { title, description } = textsOf(loaderData, facts.t);
    return pageMeta({ path: PAGES[page], title: `${title} – ${petitionIn(facts.t)}`, description, noindex }, facts);
  };
}

export function unlistedPage(page: Page, { title, description }: { title: MessageKey; description: MessageKey }) {
  return pageTitled<unknown>(page, (_, t) => ({ title: t(title), description: t(description) }), { noindex: true });
}

export function pageMeta(
  { path, title, description, noindex = false }: Described,
  { language, t, publicUrl }: HeadFacts,
): MetaDescriptor[] {
  const address = (one: Language) => publicUrl + translatePath(path, one);
  const alternate = (hrefLang: string, href: string) => ({ tagName: "link", rel: "alternate", hrefLang, href });
  /** "de_DE": with the country that the language is named after, or most speak it in. */
  const localeWithCountry = (one: Language) => `${one}_${new Intl.Locale(localeOf(one)).maximize().region}`;
  const others = LANGUAGES.filter((one) => one !== language);
  return [
    { title },
    { name: "description", content: description },
    ...(noindex ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: address(language) },
    ...LANGUAGES.map((one) => alternate(one, address(one))),
    alternate("x-default", address(DEFAULT_LANGUAGE)),
    { ...FEED, title: t("frame.footer.feed"), href: publicUrl + feedIn(language) },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: t("frame.name") },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: address(language) },
    { property: "og:locale", content: localeWithCountry(language) },
    ...others.map((one) => ({ property: "og:locale:alternate", content: localeWithCountry(one) })),
    { property: "og:image", content: publicUrl + picturePath(language, "wide", import.meta.env.SHARE_IMAGE_VERSION) },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: String(SHARE_IMAGE.width) },
    { property: "og:image:height", content: String(SHARE_IMAGE.height) },
    // The text in the picture, the same for every page.
    { property: "og:image:alt", content: t("home.meta.title") },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
