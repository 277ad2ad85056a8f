/** `npm run bench -- [--only signing,reading] [--quick] [--rows 10000,1000000] [--check] [--write]`: README.md beside it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureCache } from "./cache.ts";
import { measureExport } from "./export.ts";
import { type Chapter, isMet, tableOf } from "./figure.ts";
import { measureFlood } from "./flood.ts";
import { type Ground, onGround } from "./ground.ts";
import { describeMachine } from "./machine.ts";
import { measureMail } from "./mail.ts";
import { measureMemory } from "./memory.ts";
import { measureProcesses } from "./processes.ts";
import { measureReading } from "./reading.ts";
import { measureRestarts } from "./restarts.ts";
import { measureScale } from "./scale.ts";
import { measureSigning } from "./signing.ts";
import { measureTasks } from "./tasks.ts";

const CHAPTERS: Record<string, (ground: Ground) => Promise<Chapter[]>> = {
  signing: async (ground) => [await measureSigning(ground, "PostgreSQL"), await measureSigning(ground, "embedded")],
  reading: async (ground) => [await measureReading(ground)],
  mail: async (ground) => [await measureMail(ground, "PostgreSQL"), await measureMail(ground, "embedded")],
  flood: async (ground) => [await measureFlood(ground, "PostgreSQL"), await measureFlood(ground, "embedded")],
  cache: async (ground) => [await measureCache(ground)],
  processes: async (ground) => [await measureProcesses(ground)],
  restarts: async (ground) => [await measureRestarts(ground)],
  scale: (ground) => measureScale(ground, "PostgreSQL", rows),
  "scale-embedded": (ground) => measureScale(ground, "embedded", rows),
  export: async (ground) => [await measureExport(ground)],
  tasks: async (ground) => [await measureTasks(ground)],
  memory: async (ground) => [await measureMemory(ground)],
};
const RESULTS = join(import.meta.dirname, "RESULTS.md");

const { values: said } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(CHAPTERS).join(",") },
    quick: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    rows: { type: "string" },
  },
});
const names = said.only.split(",");
const rows = said.rows?.split(",").map(Number);
const unknown = names.filter((name) => !Object.hasOwn(CHAPTERS, name));
if (unknown.length > 0) {
  console.error(`There is no chapter ${unknown.join(", ")}; there are ${Object.keys(CHAPTERS).join(", ")}.`);
  process.exit(1);
}

const chapters: Chapter[] = [];
const machine = await onGround(said.quick, async (ground) => {
  const described = await describeMachine(ground);
  console.log(`${described}\n`);
  for (const name of names)
    for (const chapter of (await CHAPTERS[name]?.(ground)) ?? []) {
      chapters.push(chapter);
      console.log(`${written(chapter)}\n`);
    }
  return described;
});
const missed = chapters.flatMap((chapter) =>
  chapter.figures.filter((figure) => isMet(figure, chapter) === false).map(({ what }) => `${chapter.title}: ${what}`),
);
if (said.write) await writeFile(RESULTS, resultsOf(machine, missed));
if (missed.length > 0) console.log(`Missed:\n${missed.join("\n")}`);
if (said.check && missed.length > 0) process.exitCode = 1;

function written(chapter: Chapter): string {
  return `## ${chapter.title}\n\n${tableOf(chapter)}`;
}

function resultsOf(description: string, goals: string[]): string {
  const summary = goals.length === 0 ? "Every goal was met." : `Missed: ${goals.join("; ")}.`;
  return [
    "# What the site carries",
    "Written by `npm run bench -- --write`; [how to read it](README.md).",
    description,
    summary,
    ...chapters.map(written),
    "",
  ].join("\n\n");
}
