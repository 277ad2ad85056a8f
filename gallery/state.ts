import type { ComponentType } from "react";

/** The default export of a file in `shown/`: a component's states by their names. They may use hooks, and texts by `useTranslations`. */
export interface GalleryEntry {
  states: Record<string, ComponentType>;
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
