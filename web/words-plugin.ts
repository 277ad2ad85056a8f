import type { Plugin } from "vite";
import { LANGUAGES } from "../petition/language.ts";

const PREFIX = "virtual:words/";

/** `virtual:words/home`: how the words of each of the campaign's languages are fetched; `virtual:words/<part>`: a part of them. */
export function words(): Plugin {
  return {
    name: "words",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const part = id.slice(PREFIX.length + 1);
      return `export default { ${LANGUAGES.map((language) => fetching(language, part)).join(", ")} }`;
    },
  };
}

/** Literal, so that each language becomes a file of its own. */
function fetching(language: string, part: string): string {
  return `${language}: () => import("virtual:messages/${language}${part === "home" ? "" : `/${part}`}")`;
}
