import { textOf, trackedFiles } from "./tracked.ts";

export interface Papers {
  /** As a path from the root. */
  files: ReadonlySet<string>;
  headings: ReadonlyMap<string, readonly string[]>;
}

export function readPapers(): Papers {
  const files = new Set(trackedFiles());
  const pages = [...files].filter((file) => file.endsWith(".md"));
  return { files, headings: new Map(pages.map((page) => [page, headingsIn(textOf(page))])) };
}

export function isThere(path: string, { files }: Papers): boolean {
  return files.has(path) || [...files].some((file) => file.startsWith(`${path.replace(/\/$/, "")}/`));
}

/** What an address names after its `#` to lead to a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

function headingsIn(page: string): string[] {
  return [...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading.trim());
}
