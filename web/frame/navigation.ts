import type { MessageKey } from "../../messages/keys.ts";
import { articlePathIn, HAS_ARTICLE, pageIn } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";

export interface MenuItem {
  path: string;
  name: MessageKey;
  isHere(pathname: string): boolean;
}

export function places(language: Language): MenuItem[] {
  const list = pageIn(language, "supporters");
  return [
    place(pageIn(language, "home"), "frame.nav.home"),
    ...(HAS_ARTICLE ? [place(articlePathIn(language), "frame.nav.article")] : []),
    { ...place(`${list}/seite/1`, "frame.nav.supporters"), isHere: (pathname) => pathname.startsWith(`${list}/`) },
    place(pageIn(language, "withdrawal"), "frame.nav.deletion"),
    place(pageIn(language, "legalNotice"), "frame.nav.imprint"),
    place(pageIn(language, "privacy"), "frame.nav.privacy"),
  ];
}

export function legalPlaces(language: Language): MenuItem[] {
  return [
    place(pageIn(language, "legalNotice"), "frame.nav.imprint"),
    place(pageIn(language, "privacy"), "frame.nav.privacy"),
    place(pageIn(language, "withdrawal"), "frame.nav.deletion"),
    place(pageIn(language, "accessibility"), "frame.nav.accessibility"),
    place(pageIn(language, "transparency"), "frame.nav.transparency"),
    place(pageIn(language, "material"), "frame.nav.material"),
  ];
}

function place(path: string, name: MessageKey): MenuItem {
  return { path, name, isHere: (pathname) => pathname === path };
}
