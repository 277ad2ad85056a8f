/** All of them at once, as the lists of the gallery name them. A frame fetches only the one that it shows. */
import { componentOf, type GalleryEntry, slugOf } from "./state.ts";

const files = import.meta.glob<{ default: GalleryEntry }>("./shown/*.tsx", { eager: true });

/** The names of their states by the names of the components. */
export const STATES: Readonly<Record<string, string[]>> = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [componentOf(path), Object.keys(file.default.states)]),
);

export function isThere(component: string, slug: string): boolean {
  return Object.hasOwn(STATES, component) && STATES[component]?.some((name) => slugOf(name) === slug) === true;
}
