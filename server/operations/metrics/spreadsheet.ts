import { spreadsheetStateOf } from "../../features/spreadsheet/store.ts";
import type { Database } from "../../platform/database/open.ts";
import { gauge, type Subject, seconds } from "./gauges.ts";

export function spreadsheet({ db }: Pick<Database, "db">): Subject {
  const waiting = gauge("petition_spreadsheet_waiting", "Rows of the spreadsheet that wait to be written or taken out");
  const lastSuccess = gauge(
    "petition_spreadsheet_last_success_timestamp_seconds",
    "When the spreadsheet was last written (Unix time)",
  );
  const failures = gauge("petition_spreadsheet_failures", "Failures of the spreadsheet service since the last success");
  const strangers = gauge("petition_spreadsheet_strangers", "Rows of the spreadsheet that look like ours and are not known");
  const lost = gauge("petition_spreadsheet_lost", "Rows of erased signatures that could not be found in the spreadsheet");
  return {
    gauges: [waiting, lastSuccess, failures, strangers, lost],
    async look() {
      const copy = await spreadsheetStateOf(db);
      waiting.set(copy.waiting);
      lastSuccess.set(copy.succeededAt ? seconds(copy.succeededAt) : 0);
      failures.set(copy.failures);
      strangers.set(copy.strangers);
      lost.set(copy.lost);
    },
  };
}
