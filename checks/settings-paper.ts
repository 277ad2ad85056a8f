/** What the paper about settings says of them: what their schema says. */
import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { SAID, type Said } from "../server/platform/config/kinds.ts";
import { THEMES } from "../server/platform/config/schema.ts";
import { SET_SECRETS } from "../server/platform/config/secrets.ts";

const SETTINGS_PAGE = "docs/reference/settings.md";

interface Setting extends Said {
  name: string;
  schema: z.ZodType;
}

const SECRETS = "Secrets";
const SHAPES: [title: string, shape: z.ZodRawShape][] = Object.entries(THEMES);
const CHAPTERS = SHAPES.toSpliced(1, 0, [SECRETS, SET_SECRETS.shape]).map(([title, shape]) => ({
  title,
  settings: settingsOf(shape),
}));
export const ALL_SETTINGS: readonly Setting[] = CHAPTERS.flatMap(({ settings }) => settings);

/** Paths and contents of what is written. */
export function settingsPapers(): Record<string, string> {
  return { [SETTINGS_PAGE]: page() };
}

function page(): string {
  return [
    "# Settings",
    "*Written by `npm run settings` from the schema that the site reads them by; change them there: [schema.ts](../../server/platform/config/schema.ts), [secrets.ts](../../server/platform/config/secrets.ts).*",
    "All are variables of the environment, and none is needed: `npm start` runs without. An empty one is as good as none. One that cannot be used stops the start with one sentence ([what then](../operating/something-is-wrong.md#it-does-not-start)). Durations are written like `90s`, `10m`, `24h`, `30d`; limits like `30/10m`, thirty in ten minutes. A change takes effect with the next start.",
    ...CHAPTERS.flatMap(({ title, settings }) => [`## ${title}`, ...(INTRODUCED[title] ?? []), tableOf(settings)]),
  ]
    .join("\n\n")
    .concat("\n");
}

const INTRODUCED: Record<string, string[]> = {
  [SECRETS]: [
    "Whoever reads one of these can do what the site can. Keep them in a file that the site's user alone may read; no log, no page and no `doctor` repeats them.",
  ],
};

function tableOf(settings: Setting[]): string {
  const lines = settings.map(({ name, schema, does, example, more }) => {
    const link = more ? ` ([more](${posix.join("../operating", more)}))` : "";
    return `| \`${name}\` | ${without(schema)} | ${example ? `\`${example}\`` : ""} | ${does}${link} |`;
  });
  return ["| name | without it | for example | what it does |", "| --- | --- | --- | --- |", ...lines].join("\n");
}

function settingsOf(shape: z.ZodRawShape): Setting[] {
  return Object.entries(shape).map(([name, type]) => {
    const schema = type as z.ZodType;
    const said = SAID.get(schema);
    if (!said) throw new Error(`${name}: say what it does, with .register(SAID, …), beside its kind and default.`);
    return { name, schema, ...said };
  });
}

const DAY = 24 * 60 * 60 * 1000;

/** As an operator would write it: what the schema reads as its own default. */
function without(schema: z.ZodType): string {
  const { otherwise } = SAID.get(schema) ?? {};
  if (otherwise) return otherwise;
  const value = schema.safeParse(undefined).data;
  const { defaultValue } = schema.def as { defaultValue?: unknown };
  const lasting = Number(value) > DAY ? `${Number(value) / DAY}d` : `${(Number(value) / DAY) * 24}h`;
  const ways = [defaultValue, value, lasting].map(String);
  return ways.find((way) => isDeepStrictEqual(schema.safeParse(way).data, value)) ?? "none";
}
