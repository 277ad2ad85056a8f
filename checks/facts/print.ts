/** `npm run facts`. Exit code 1 where a source was not seen for too long. */
import { readFactsMaxAge } from "../../server/platform/config/configuration.ts";
import { sentenceOf } from "../../server/start-failure.ts";
import { factsReport } from "./report.ts";

try {
  const { table, overdue } = factsReport(new Date(), readFactsMaxAge(process.env));
  console.log(table);
  for (const sentence of overdue) console.error(sentence);
  if (overdue.length > 0) process.exitCode = 1;
} catch (failure) {
  console.error(sentenceOf(failure));
  process.exitCode = 1;
}
