import { createRequire } from "node:module";
import { index, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import type * as addresses from "../petition/addresses.ts";
import type { Language } from "../petition/known-languages.ts";
import type * as languages from "../petition/language.ts";

// By Node itself, which knows where the campaign lies; the router's own loader does not.
const load = createRequire(import.meta.url);
const { ARTICLE_SLUGS, HAS_ARTICLE, PAGES } = load("../petition/addresses.ts") as typeof addresses;
const { DEFAULT_LANGUAGE, LANGUAGES } = load("../petition/language.ts") as typeof languages;

export default [
  ...everywhere("home", PAGES.home, "pages/home.tsx"),
  ...everywhere("confirmation", PAGES.confirmation, "pages/confirmation.tsx"),
  ...everywhere("suppression", PAGES.suppression, "pages/suppression.tsx"),
  ...everywhere("supporters", `${PAGES.supportersPage}/:page`, "pages/supporters.tsx"),
  ...everywhere("too-many-pages", PAGES.tooManyPages, "pages/too-many-pages.tsx"),
  ...(HAS_ARTICLE ? everywhere("article", (language) => `/${ARTICLE_SLUGS[language]}`, "pages/article.tsx") : []),
  ...everywhere("withdrawal", PAGES.withdrawal, "pages/withdrawal.tsx"),
  ...everywhere("restoration", PAGES.restoration, "pages/restoration.tsx"),
  ...everywhere("personal", PAGES.personal, "pages/personal.tsx"),
  ...everywhere("personal-download", PAGES.personalDownload, "pages/personal-download.ts"),
  ...everywhere("address", PAGES.address, "pages/address.tsx"),
  ...everywhere("consent-text", `${PAGES.consentText}/:version`, "pages/consent-text.tsx"),
  ...everywhere("legal-notice", PAGES.legalNotice, "pages/legal-notice.tsx"),
  ...everywhere("privacy", PAGES.privacy, "pages/privacy.tsx"),
  ...everywhere("accessibility", PAGES.accessibility, "pages/accessibility.tsx"),
  ...everywhere("transparency", PAGES.transparency, "pages/transparency.tsx"),
  ...everywhere("material", PAGES.material, "pages/material.tsx"),
  ...everywhere("press", PAGES.press, "pages/press.tsx"),
  ...everywhere("material-piece", `${PAGES.material}/:piece`, "pages/material-piece.tsx"),
  ...everywhere("material-piece-form", `${PAGES.material}/:piece/:form`, "pages/material-piece.tsx"),
  ...everywhere("developers", PAGES.developers, "pages/developers.tsx"),
  ...everywhere("consent-demo", PAGES.consentDemo, "pages/consent-demo.tsx"),
  ...everywhere("administration", PAGES.administration, "pages/administration.tsx"),
  ...(process.argv.includes("--develop") ? gallery() : []),
  route("*", "pages/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;

/** Only `npm run dev` knows it: no build has it. */
function gallery(): RouteConfigEntry[] {
  return [
    ...everywhere("gallery", "/dev/gallery", "../gallery/gallery.tsx"),
    ...everywhere("gallery-component", "/dev/gallery/:component", "../gallery/gallery.tsx"),
    ...everywhere("gallery-state", "/dev/gallery/:component/:state", "../gallery/frame.tsx"),
  ];
}

/** One file at an address for each language, and one more without a prefix. `path`: a function where it differs from language to language. */
function everywhere(name: string, path: string | ((language: Language) => string), file: string): RouteConfigEntry[] {
  const pathFor = typeof path === "function" ? path : () => path;
  return [
    at(pathFor(DEFAULT_LANGUAGE), file, name),
    ...LANGUAGES.map((language) => at(`/${language}${pathFor(language)}`, file, `${name}.${language}`)),
  ];
}

/** The router writes its paths without slashes at their ends. */
function at(address: string, file: string, id: string): RouteConfigEntry {
  const path = address.replace(/^\/|\/$/g, "");
  return path === "" ? index(file, { id }) : route(path, file, { id });
}
