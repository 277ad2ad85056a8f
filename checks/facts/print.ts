/** `npm run facts`. Exit code 1 where a source was not seen for too long. */
import { readSettings } from "../../server/platform/config/kinds.ts";
import { SETTINGS } from "../../server/platform/config/schema.ts";
import { sentenceOf } from "../../server/start-failure.ts";
import { factsReport } from "./report.ts";

try {
  const { FACTS_MAX_AGE } = readSettings(SETTINGS.pick({ FACTS_MAX_AGE: true }), process.env);
  const { table, overdue } = factsReport(new Date(), FACTS_MAX_AGE);
  console.log(table);
  for (const sentence of overdue) console.error(sentence);
  if (overdue.length > 0) process.exitCode = 1;
} catch (failure) {
  console.error(sentenceOf(failure));
  process.exitCode = 1;
}
