import type { MessageKey } from "../../messages/keys.ts";
import { articlePath, type Language, pathIn } from "../../petition/language.ts";

export interface Place {
  path: string;
  name: MessageKey;
  isHere(pathname: string): boolean;
}

/** Where the frame leads, in the order of the header. */
export function places(language: Language): Place[] {
  const list = pathIn(language, "/unterstuetzer");
  return [
    place(pathIn(language, "/"), "frame.nav.home"),
    place(articlePath(language), "frame.nav.article"),
    { ...place(`${list}/seite/1`, "frame.nav.supporters"), isHere: (pathname) => pathname.startsWith(`${list}/`) },
    place(pathIn(language, "/widerruf"), "frame.nav.deletion"),
    place(pathIn(language, "/impressum"), "frame.nav.imprint"),
    place(pathIn(language, "/datenschutz"), "frame.nav.privacy"),
  ];
}

/** What the law wants within reach, in the order of the footer. */
export function legalPlaces(language: Language): Place[] {
  return [
    place(pathIn(language, "/impressum"), "frame.nav.imprint"),
    place(pathIn(language, "/datenschutz"), "frame.nav.privacy"),
    place(pathIn(language, "/widerruf"), "frame.nav.deletion"),
    place(pathIn(language, "/barrierefreiheit"), "frame.nav.accessibility"),
  ];
}

function place(path: string, name: MessageKey): Place {
  return { path, name, isHere: (pathname) => pathname === path };
}
