import { describe, expect, test } from "vitest";
import { refusalsIn } from "../server/platform/config/kinds.ts";
import { SETTINGS } from "../server/platform/config/schema.ts";
import { SET_SECRETS } from "../server/platform/config/secrets.ts";
import { ALL_SETTINGS, settingsPapers } from "./settings-paper.ts";
import { textOf } from "./tracked.ts";

test.each(Object.entries(settingsPapers()))("%s says what the schema says: npm run settings writes it", (file, content) => {
  expect(textOf(file)).toBe(content);
});

test("every setting that is read has its line", () => {
  const read = [SETTINGS, SET_SECRETS].flatMap((schema) => Object.keys(schema.shape));
  expect(read.length).toBeGreaterThan(35);
  expect(ALL_SETTINGS.map(({ name }) => name).sort()).toEqual(read.sort());
});

describe("what an example says can be used", () => {
  test.each(ALL_SETTINGS.filter(({ example }) => example !== undefined))("$name=$example", ({ schema, example }) => {
    expect(schema.safeParse(example).success).toBe(true);
  });

  test.each(["deploy/petition.env.example", "deploy/compose.env.example"])("%s", (file) => {
    const lines = [...textOf(file).matchAll(/^([A-Z_]+)=(?:'(.*)'|(.*))$/gm)];
    const environment = Object.fromEntries(lines.map(([, name, quoted, plain]) => [name, quoted ?? plain]));
    expect(lines.length).toBeGreaterThan(3);
    expect([SETTINGS, SET_SECRETS].flatMap((schema) => refusalsIn(schema, environment))).toEqual([]);
  });
});
