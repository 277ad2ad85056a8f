import { LanguageMenu } from "../language/language-menu.tsx";
import { useSay } from "../say.tsx";
import { Mark } from "./mark.tsx";
import { Places } from "./places.tsx";
import { SlideInMenu } from "./slide-in-menu.tsx";

export function Header() {
  const say = useSay();
  return (
    <header className="top">
      <div className="wrap">
        <Mark />
        <nav className="nav" aria-label={say("frame.nav.label")}>
          <Places />
        </nav>
        <LanguageMenu />
        <SlideInMenu />
      </div>
    </header>
  );
}
