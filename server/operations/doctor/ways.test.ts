import { expect, test } from "vitest";
import { surveySettings } from "../../platform/config/configuration.ts";
import { somebodyIsTold } from "./ways.ts";

const ME = { ALARM_MAIL: "operator@example.org", SMTP_URL: "smtp://mail.example" };
const PING = { ALARM_PING_URL: "https://ping.example/1" };
const NOBODY = /^nobody is told/;
const ONE_SERVER = /own mail server is dead/;
const NO_PING = /machine is dead/;

test.each<[string, Record<string, string>, RegExp[]]>([
  ["nothing", {}, [NOBODY, NO_PING]],
  ["the site's own mail server alone", { ...ME, ...PING }, [ONE_SERVER]],
  ["the same server written twice", { ...ME, ...PING, ALARM_SMTP_URL: "smtp://me:secret@mail.example" }, [ONE_SERVER]],
  ["a second mail server", { ...ME, ...PING, ALARM_SMTP_URL: "smtp://other.example" }, []],
  ["a webhook beside it", { ...ME, ...PING, ALARM_WEBHOOK: "https://hook.example" }, []],
  ["no ping", { ALARM_WEBHOOK: "https://hook.example" }, [NO_PING]],
])("Of %s doctor says what would be missed", (_, settings, missed) => {
  const warnings = somebodyIsTold(surveySettings(settings)).filter(({ sign }) => sign === "warning");
  expect(warnings.map(({ seen }) => seen)).toEqual(missed.map((one) => expect.stringMatching(one)));
});
