import { useLocation } from "react-router";
import { Link } from "../design/link.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { places } from "./navigation.ts";

export function Places({ onFollow }: { onFollow?: () => void }) {
  const t = useTranslations();
  const language = useLanguage();
  const { pathname } = useLocation();
  return (
    <ul>
      {places(language).map(({ path, name, isHere }) => (
        <li key={path}>
          <Link to={path} onClick={onFollow} aria-current={isHere(pathname) ? "page" : undefined}>
            {t(name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
