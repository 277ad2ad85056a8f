/** What an entry of the gallery is made of. */
import type { ComponentType } from "react";

/** A component in one of its states; `Show` may use hooks, and texts by `useTranslations`, as any component. */
type State = ComponentType | ActedState;

export interface ActedState {
  Show: ComponentType;
  /** What is answered to a call of the page, by its path without what stands behind the question mark; all others get no answer. */
  answers?: Record<string, unknown>;
  /** What somebody does once it is shown. */
  act?(place: HTMLElement): void;
}

/** The default export of a file in `shown/`: its states by their names. `place`: what stands around it on its page. */
export interface Entry {
  place?: "page" | "result" | "desk" | "none";
  states: Record<string, State>;
}

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The name of the file, which is that of the component. */
export function componentOf(path: string): string {
  return path.replace(/^.*\/|\.tsx$/g, "");
}
