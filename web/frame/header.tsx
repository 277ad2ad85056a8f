import { LanguageMenu } from "../language/language-switch.tsx";
import { useTranslations } from "../translation.tsx";
import { Mark } from "./mark.tsx";
import { Places } from "./places.tsx";
import { SlideInMenu } from "./slide-in-menu.tsx";

export function Header() {
  const t = useTranslations();
  return (
    <header className="top">
      <div className="wrap">
        <Mark />
        <nav className="nav" aria-label={t("frame.nav.label")}>
          <Places />
        </nav>
        <LanguageMenu />
        <SlideInMenu />
      </div>
    </header>
  );
}
