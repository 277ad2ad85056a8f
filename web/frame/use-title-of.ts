import { type RefObject, useEffect } from "react";
import { petitionIn, useTranslations } from "../translation.tsx";

/** While a heading is there that says of an act that it is done, the tab says so, too. */
export function useTitleOf(heading: RefObject<HTMLHeadingElement | null>, isDone = true): void {
  const t = useTranslations();
  useEffect(() => {
    if (!isDone) return;
    const before = document.title;
    // biome-ignore lint/performance/useDomNodeTextContent: a heading may hold what is not shown now
    document.title = `${heading.current?.innerText.replaceAll("\u00ad", "")} – ${petitionIn(t)}`;
    return () => {
      document.title = before;
    };
  }, [heading, t, isDone]);
}
