/** What `--cpu-prof` has written, as a table: where the time went. */
import { copyFile, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(import.meta.dirname, "..");
const SHOWN = 30;

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

/** Leaves each thread's profile in the folder where it was started, for a browser's developer tools; answers the tables. */
export async function writeProfile(folder: string, name: string): Promise<string> {
  const tables: string[] = [];
  for (const [thread, file] of (await readdir(folder)).sort().entries()) {
    const kept = `${name}-${thread}.cpuprofile`;
    await copyFile(join(folder, file), kept);
    const profile = JSON.parse(await readFile(kept, "utf8")) as Profile;
    tables.push(`\n${kept}, by function\n`, shares(profile, placeOf), `\n${kept}, by file\n`, shares(profile, fileOf));
  }
  return tables.join("\n");
}

type Frame = Profile["nodes"][number]["callFrame"];

/** Of the time in which the thread was not idle. */
function shares({ nodes, samples, timeDeltas }: Profile, nameOf: (frame: Frame) => string): string {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? "";
    if (name.startsWith("(idle)")) continue;
    const milliseconds = (timeDeltas[index] ?? 0) / 1000;
    total += milliseconds;
    times.set(name, (times.get(name) ?? 0) + milliseconds);
  }
  const most = [...times].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  const lines = most.map(
    ([name, time]) => `${((100 * time) / total).toFixed(1).padStart(5)} % ${String(Math.round(time)).padStart(7)} ms  ${name}`,
  );
  return [`        ${String(Math.round(total)).padStart(7)} ms  all`, ...lines].join("\n");
}

function placeOf(frame: Frame): string {
  return `${frame.functionName || "(nameless)"} ${fileOf(frame)}${frame.url ? `:${frame.lineNumber + 1}` : ""}`.trimEnd();
}

function fileOf({ functionName, url }: Frame): string {
  if (url === "") return functionName;
  return url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : url;
}
