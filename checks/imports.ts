/** Who imports whom, read from the sources. */
import { posix } from "node:path";

export interface Import {
  from: string;
  /** A file of ours as a path from the root; a package or a part of Node by its name. */
  to: string;
  isOurs: boolean;
  /** Nothing of it is left when the program runs. */
  isTypeOnly: boolean;
  /** `import("…")`: fetched when it is wanted. */
  isLazy: boolean;
}

/** `import … from "…"`, `export … from "…"`, `import "…"` and `import("…")`. */
const IMPORT = /^(?:import|export)\s+(type\s)?([^"';]*?)\s*from\s*"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

/** All imports of one source text. `from` is the file's path from the root. */
export function importsOf(from: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, names = "", ...paths]) => {
    const path = paths.find(Boolean) ?? "";
    const isLazy = paths.at(-1) !== undefined;
    const isOfCampaign = path.startsWith("#campaign/");
    const isOurs = path.startsWith(".") || isOfCampaign;
    const to = isOfCampaign ? path.slice(1) : isOurs ? posix.normalize(posix.join(posix.dirname(from), path)) : path;
    return { from, to, isOurs, isTypeOnly: Boolean(type) || namesOnlyTypes(names), isLazy };
  });
}

/** `{ type A, type B }` */
function namesOnlyTypes(names: string): boolean {
  const braced = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  return braced?.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type ")) ?? false;
}

/** Files of ours that import each other, directly or around corners, each circle once, its files in order of the alphabet. */
export function circlesIn(imports: Import[]): string[][] {
  const known = new Map<string, string[]>();
  for (const { from, to, isOurs } of imports) if (isOurs) known.set(from, [...(known.get(from) ?? []), to]);
  const reached = new Map([...known.keys()].map((file) => [file, allReached(file, known)]));
  const circleOf = (file: string) => [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).sort();
  const circles = [...known.keys()].map(circleOf).filter((circle) => circle.length > 0);
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()].sort((one, other) =>
    one.join() < other.join() ? -1 : 1,
  );
}

function allReached(file: string, known: Map<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const ahead = [...(known.get(file) ?? [])];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    ahead.push(...(known.get(next) ?? []));
  }
  return reached;
}
