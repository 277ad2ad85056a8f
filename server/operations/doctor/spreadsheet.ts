import { openSheets, SheetsFailure } from "../../features/spreadsheet/google-sheets.ts";
import { readServiceAccount } from "../../platform/config/secrets.ts";
import { type Finding, fault, good, unseen } from "./finding.ts";

interface Copied {
  id: string;
  endpoint: string | null;
  serviceAccountFile: string;
}

/** Reads the names of the tabs; whether rows may be written shows with the first one. */
export async function spreadsheetIsOpen({ id, endpoint, serviceAccountFile }: Copied, ending: AbortSignal): Promise<Finding[]> {
  let account: ReturnType<typeof readServiceAccount>;
  try {
    account = readServiceAccount(serviceAccountFile);
  } catch (failure) {
    return [fault((failure as Error).message, "The site does not start with it.")];
  }
  const sheets = openSheets({ spreadsheetId: id, account, endpoint });
  ending.addEventListener("abort", () => sheets.abandon());
  try {
    await sheets.tabs();
    return [good(`the service account ${account.email} can open it.`)];
  } catch (failure) {
    const code = failure instanceof SheetsFailure ? failure.code : "unknown";
    if (/\b(?:403|404)\b/.test(code))
      return [
        fault(
          `the service account may not open it (${code}).`,
          `Share it with ${account.email}, as an editor; is GOOGLE_SHEETS_ID right?`,
        ),
      ];
    if (code.startsWith("token")) return [fault(`the service account's key is not taken (${code}).`, "Make a new key for it.")];
    return [unseen(`the service did not answer (${code}).`, "Try again; rows wait until it does.")];
  }
}
