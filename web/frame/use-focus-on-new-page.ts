import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

export const MAIN = "inhalt";

/** A page that changes without loading says nothing to a screen reader: the focus goes to its beginning. */
export function useFocusOnNewPage(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash !== "") return;
    const main = document.getElementById(MAIN);
    if (!main) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }, [pathname, hash]);
}
