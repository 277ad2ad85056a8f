import { describe, expect, test } from "vitest";
import { GOAL } from "../petition/progress.ts";
import { refusalsIn } from "../server/platform/config/kinds.ts";
import { SETTINGS } from "../server/platform/config/schema.ts";
import { SET_SECRETS } from "../server/platform/config/secrets.ts";
import { SCHEMAS, SETTING_LINES } from "./settings-paper.ts";
import { textOf } from "./tracked.ts";

/** What holds without these, in words. */
const IN_WORDS: Record<string, string> = {
  PUBLIC_URL: "http://localhost:PORT",
  TARGET_COUNT: `the campaign's: ${GOAL}`,
  MAIL_FROM: "from `petition.config.ts`",
  ALARM_SMTP_URL: "`SMTP_URL`",
  GOOGLE_SHEETS_ENDPOINT: "Google's",
  ADMIN_KEY: "made once, in `DATA_DIR/admin-key`",
  SECRET_KEY: "made once, in `DATA_DIR/secret-key`",
  LOG_KEY: "made once, in `DATA_DIR/log-key`",
};

test("every setting that is read has its line, and no other", () => {
  expect(SETTING_LINES.length).toBeGreaterThan(35);
  expect(SETTING_LINES.map(({ name }) => name).sort()).toEqual(Object.keys(SCHEMAS).sort());
});

test.each(SETTING_LINES)("without $name: $without", ({ name, without }) => {
  const { data = null } = SCHEMAS[name].safeParse(undefined);
  const isNone = without === "none" && [data].flat().every((one) => one === null);
  if (IN_WORDS[name]) expect(without).toBe(IN_WORDS[name]);
  else if (!isNone) expect(SCHEMAS[name].safeParse(without).data).toEqual(data);
});

describe("what an example says can be used", () => {
  test.each(SETTING_LINES.filter(({ example }) => example !== undefined))("$name=$example", ({ name, example }) => {
    expect(SCHEMAS[name].safeParse(example).success).toBe(true);
  });

  test.each(["deploy/petition.env.example", "deploy/compose.env.example"])("%s", (file) => {
    const lines = [...textOf(file).matchAll(/^([A-Z_]+)=(?:'(.*)'|(.*))$/gm)];
    const environment = Object.fromEntries(lines.map(([, name, quoted, plain]) => [name, quoted ?? plain]));
    expect(lines.length).toBeGreaterThan(3);
    expect([SETTINGS, SET_SECRETS].flatMap((schema) => refusalsIn(schema, environment))).toEqual([]);
  });
});
