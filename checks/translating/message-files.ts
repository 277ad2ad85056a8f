/** The files that translators' hosts read and write. */
import { textOf, trackedFiles } from "../tracked.ts";

export interface MessageFile {
  path: string;
  /** `messages`, or a campaign's own. */
  root: string;
  language: string;
  /** Without its ending: what a host calls a component, or a file. */
  name: string;
  text: string;
}

const PLACE = /^((?:campaign\/|e2e\/another-campaign\/)?messages)\/([^/]+)\/([^/]+)\.json$/;

export function messageFiles(): MessageFile[] {
  return trackedFiles().flatMap((path) => {
    const [, root = "", language = "", name = ""] = PLACE.exec(path) ?? [];
    return name === "" ? [] : [{ path, root, language, name, text: textOf(path) }];
  });
}

/** Of a parsed file; paths as `form.email`, in its order. */
export function leavesOf(value: unknown, path: string[] = []): Array<[path: string, value: unknown]> {
  const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isGroup || Object.keys(value).length === 0) return [[path.join("."), value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}
