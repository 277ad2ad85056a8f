import { index, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { ARTICLE_SLUGS, LANGUAGES, type Language } from "../petition/language.ts";

/** Every screen of the specification, section 2, at every address it has: without a prefix (German) and with each. */
export default [
  ...everywhere("home", "", "pages/home.tsx"),
  ...everywhere("confirm", "confirm", "pages/confirm.tsx"),
  ...everywhere("suppression", "nicht-ich", "pages/suppression.tsx"),
  ...everywhere("supporters", "unterstuetzer/seite/:page", "pages/supporters.tsx"),
  ...everywhere("too-many-pages", "zu-viele-seiten", "pages/too-many-pages.tsx"),
  ...everywhere("article", (language) => ARTICLE_SLUGS[language], "pages/article.tsx"),
  ...everywhere("withdrawal", "widerruf", "pages/withdrawal.tsx"),
  ...everywhere("restore", "wiederherstellen", "pages/restore.tsx"),
  ...everywhere("personal", "meine-daten", "pages/personal.tsx"),
  ...everywhere("personal-download", "meine-daten/herunterladen", "pages/personal-download.ts"),
  ...everywhere("consent-text", "einwilligung/:version", "pages/consent-text.tsx"),
  ...everywhere("legal-notice", "impressum", "pages/legal-notice.tsx"),
  ...everywhere("privacy", "datenschutz", "pages/privacy.tsx"),
  ...everywhere("accessibility", "barrierefreiheit", "pages/accessibility.tsx"),
  ...everywhere("consent-demo", "consent-demo", "pages/consent-demo.tsx"),
  ...everywhere("admin", "admin", "pages/admin.tsx"),
  route("*", "pages/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;

/** One file at eight addresses. `path` begins without a slash; a function where it differs from language to language. */
function everywhere(name: string, path: string | ((language: Language) => string), file: string): RouteConfigEntry[] {
  const pathFor = typeof path === "function" ? path : () => path;
  return [
    at(pathFor("de"), file, name),
    ...LANGUAGES.map((language) => at(`${language}/${pathFor(language)}`.replace(/\/$/, ""), file, `${name}.${language}`)),
  ];
}

function at(path: string, file: string, id: string): RouteConfigEntry {
  return path === "" ? index(file, { id }) : route(path, file, { id });
}
