import { useEffect, useState } from "react";

/** A line a third below the window's top: the section that crosses it is the one being read. */
const READ_AT: IntersectionObserverInit = { rootMargin: "-33% 0px -66.9% 0px" };

/** Null until the reader is in one of them; `ids` in the order of the page, a section before those within it. */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const crossing = new Set<string>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) crossing.add(target.id);
        else crossing.delete(target.id);
      }
      const innermost = ids.findLast((id) => crossing.has(id));
      if (innermost) setCurrent(innermost);
    }, READ_AT);
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
