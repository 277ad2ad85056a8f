import { useAddress } from "../runtime/page-state.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { places } from "./navigation.ts";

export function Places({ onFollow }: { onFollow?: () => void }) {
  const t = useTranslations();
  const language = useLanguage();
  const { pathname } = useAddress();
  return (
    <ul>
      {places(language).map(({ path, name, isHere }) => (
        <li key={path}>
          <a href={path} onClick={onFollow} aria-current={isHere(pathname) ? "page" : undefined}>
            {t(name)}
          </a>
        </li>
      ))}
    </ul>
  );
}
