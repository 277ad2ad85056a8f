import { randomUUID } from "node:crypto";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { openWays } from "../operations/alarms/ways.ts";
import { codeOf } from "../operations/doctor/examine.ts";
import { systemClock } from "../platform/clock.ts";
import { surveySettings } from "../platform/config/configuration.ts";
import { waysIn } from "../platform/config/secrets.ts";
import { allTranslators } from "../platform/translators.ts";
import { type Command, NotDone, onlyWord, WrongUse } from "./command.ts";
import { print } from "./terminal.ts";

const NAMES = { "alarm-mail": "e-mail", "alarm-webhook": "webhook" };
const SILENT = { info() {}, warn() {}, error() {} };

export const alarm: Command = {
  usage: "alarm test",
  summary: "Sends a test by each way on which alarms reach you, and says what came of it.",
  notes:
    "The ways: ALARM_MAIL, ALARM_WEBHOOK, ALARM_PING_URL. Works beside a running site and without one.\n" +
    "Exit code 0: each way took it, 1: one did not, or none is set.",
  readAlone({ words: [verb, ...words] }) {
    if (verb !== "test" || onlyWord({ words }) !== null) throw new WrongUse("alarm knows one word: alarm test.");
    return async (environment) => {
      const { configuration, secrets, refusals } = surveySettings(environment);
      if (refusals[0]) throw new NotDone(refusals[0].sentence);
      const publicUrl = () => configuration.publicUrl || `http://localhost:${configuration.port}`;
      const given = { configuration, secrets: { smtpUrl: secrets.SMTP_URL, alarms: waysIn(secrets) } };
      const ways = openWays({ ...given, t: allTranslators()[DEFAULT_LANGUAGE], publicUrl, log: SILENT });
      const tried = ways.all.map((way) =>
        tryOut(NAMES[way.kind], way.codeOf, way.send({ event: "test" }, randomUUID(), systemClock.now())),
      );
      const found = await Promise.all(ways.ping ? [...tried, tryOut("ping", codeOf, ways.ping())] : tried);
      ways.close();
      for (const { line } of found) print(line);
      if (found.length === 0) throw new NotDone("No way is set: set ALARM_MAIL, ALARM_WEBHOOK or ALARM_PING_URL.");
      if (found.some(({ isTaken }) => !isTaken)) throw new NotDone("Not every way took it.");
    };
  },
};

async function tryOut(name: string, reasonOf: (failure: unknown) => string, sent: Promise<unknown>) {
  const reason = await sent.then(() => null, reasonOf);
  const outcome = reason === null ? "taken. Look whether it arrives." : `not taken (${reason}).`;
  return { line: `${name.padEnd(8)}${outcome}`, isTaken: reason === null };
}
