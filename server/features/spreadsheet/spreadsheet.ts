import type { SpreadsheetCopy } from "../../../contract/administration/operations.ts";
import type { Base } from "../../platform/base.ts";
import type { Secrets } from "../../platform/config/secrets.ts";
import type { Spreadsheet } from "./copy.ts";
import { spreadsheetStateOf } from "./store.ts";

export async function spreadsheet(
  { configuration, db, clock, log, events }: Base,
  { serviceAccount }: Pick<Secrets, "serviceAccount">,
): Promise<Spreadsheet | null> {
  const { spreadsheet: target, spreadsheetRows: content } = configuration;
  if (!target || !serviceAccount || content === "none") return null;
  // Google's client is loaded only where it is used (decision 0011).
  const { openSheets } = await import("./google-sheets.ts");
  const { openSpreadsheet } = await import("./copy.ts");
  const sheets = openSheets({ ...target, spreadsheetId: target.id, account: serviceAccount });
  const copy = openSpreadsheet({ db, clock, log, sheets, spreadsheetId: target.id, content });
  events.on("changed", copy.wake);
  return copy;
}

export async function readSpreadsheetCopy({ db }: Pick<Base, "db">): Promise<SpreadsheetCopy> {
  const { content: _content, succeededAt, failedAt, ...state } = await spreadsheetStateOf(db);
  return { ...state, succeededAt: succeededAt?.toISOString() ?? null, failedAt: failedAt?.toISOString() ?? null };
}
