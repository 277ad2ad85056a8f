/** Who imports whom, read from the sources. */
import { posix } from "node:path";

export interface Import {
  from: string;
  /** A file of ours as a path from the root; a package or a part of Node by its name. */
  to: string;
  isOurs: boolean;
  /** Nothing of it is left when the program runs. */
  isTypeOnly: boolean;
}

/** `import … from "…"`, `export … from "…"`, `import "…"` and `import("…")`. */
const IMPORT = /^(?:import|export)\s+(type\s)?([^"';]*?)\s*from\s*"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

/** All imports of one source text. `from` is the file's path from the root. */
export function importsOf(from: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, names = "", ...paths]) => {
    const path = paths.find(Boolean) ?? "";
    const isOurs = path.startsWith(".");
    const to = isOurs ? posix.normalize(posix.join(posix.dirname(from), path)) : path;
    return { from, to, isOurs, isTypeOnly: Boolean(type) || namesOnlyTypes(names) };
  });
}

/** `{ type A, type B }` */
function namesOnlyTypes(names: string): boolean {
  const braced = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  return braced?.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type ")) ?? false;
}
