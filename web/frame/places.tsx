import type { MessageKey } from "../../messages/keys.ts";
import { articlePathIn, HAS_ARTICLE, type Page, pageIn, supportersPageIn } from "../../petition/addresses.ts";
import { usePageState } from "../runtime/page-state.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";

export function Places({ onFollow }: { onFollow?: () => void }) {
  const t = useTranslations();
  const language = useLanguage();
  const { pathname } = usePageState().address;
  const list = `${pageIn(language, "supporters")}/`;
  const places: [path: string, name: MessageKey][] = [
    [pageIn(language, "home"), "frame.nav.home"],
    [HAS_ARTICLE ? articlePathIn(language) : "", "frame.nav.article"],
    [supportersPageIn(language, 1), "frame.nav.supporters"],
    [pageIn(language, "withdrawal"), "frame.nav.deletion"],
    [pageIn(language, "legalNotice"), "frame.nav.imprint"],
    [pageIn(language, "privacy"), "frame.nav.privacy"],
  ];
  const isHere = (path: string) => (path.startsWith(list) ? pathname.startsWith(list) : pathname === path);
  return (
    <ul>
      {places
        .filter(([path]) => path !== "")
        .map(([path, name]) => (
          <li key={path}>
            <a href={path} onClick={onFollow} aria-current={isHere(path) ? "page" : undefined}>
              {t(name)}
            </a>
          </li>
        ))}
    </ul>
  );
}

const LEGAL: [page: Page, name: MessageKey][] = [
  ["legalNotice", "frame.nav.imprint"],
  ["privacy", "frame.nav.privacy"],
  ["withdrawal", "frame.nav.deletion"],
  ["accessibility", "frame.nav.accessibility"],
  ["transparency", "frame.nav.transparency"],
  ["material", "frame.nav.material"],
];

export function LegalPlaces() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <ul>
      {LEGAL.map(([page, name]) => (
        <li key={page}>
          <a href={pageIn(language, page)}>{t(name)}</a>
        </li>
      ))}
    </ul>
  );
}
