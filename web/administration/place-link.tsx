import type { ComponentProps, MouseEvent } from "react";
import { searchFor, usePlace, type View } from "./place.ts";

/** To a view, and to a `part` of it by its id: the key lives in the page, which must not be loaded anew. */
export function PlaceLink({
  view,
  narrowed,
  part,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick"> & { view: View; narrowed?: Record<string, string>; part?: string }) {
  const [, go] = usePlace();
  const followed = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go({ view, narrowed });
    if (part) document.getElementById(part)?.scrollIntoView();
  };
  return <a {...rest} href={`${searchFor(view, narrowed) || "?"}${part ? `#${part}` : ""}`} onClick={followed} />;
}
