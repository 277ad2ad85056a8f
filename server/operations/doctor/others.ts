/** Other servers that this one hands something to: whether they answer, asked so that nothing changes there. */
import { openSheets, SheetsFailure } from "../../features/spreadsheet/google-sheets.ts";
import type { Witness } from "../../platform/config/kinds.ts";
import { readServiceAccount } from "../../platform/config/secrets.ts";
import { ask } from "./asking.ts";
import { codeOf, type Finding, fault, good, unseen, warning } from "./examine.ts";

export async function analyticsAnswers(address: string): Promise<Finding> {
  const { origin, host } = new URL(address);
  // An event would be counted.
  const status = await statusOf(`${origin}/`);
  return typeof status === "number" && status < 500
    ? good(`${host} answers.`)
    : warning(`${host} does not answer (${status}): events are lost meanwhile.`, "Mend it, or the address in ANALYTICS.");
}

export async function witnessesAnswer(witnesses: readonly Witness[]): Promise<Finding[]> {
  return Promise.all(
    witnesses.map(async ({ address, key: { name } }) => {
      // An empty request is none, and is refused.
      const status = await statusOf(`${address}/add-checkpoint`, "POST");
      if (status === 400) return good(`${name} answers.`);
      const todo = "Ask who runs it; until it is back the log goes on without its cosignature.";
      return typeof status === "number" && status < 500 && status !== 404
        ? warning(`${name} answers ${status}, as no witness does.`, "Look at its address in LOG_WITNESSES.")
        : warning(`${name} does not answer (${status}).`, todo);
    }),
  );
}

async function statusOf(address: string, method: "GET" | "POST" = "GET"): Promise<number | string> {
  try {
    return (await ask(address, method === "POST" ? { method, body: "" } : { method })).status;
  } catch (failure) {
    return codeOf(failure);
  }
}

interface Copied {
  id: string;
  endpoint: string | null;
  serviceAccountFile: string;
}

/** Reads the names of the tabs; whether rows may be written shows with the first one. */
export async function spreadsheetIsOpen({ id, endpoint, serviceAccountFile }: Copied, ending: AbortSignal): Promise<Finding> {
  let account: ReturnType<typeof readServiceAccount>;
  try {
    account = readServiceAccount(serviceAccountFile);
  } catch (failure) {
    return fault((failure as Error).message, "The site does not start with it.");
  }
  const sheets = openSheets({ spreadsheetId: id, account, endpoint });
  ending.addEventListener("abort", () => sheets.abandon());
  try {
    await sheets.tabs();
    return good(`the service account ${account.email} can open it.`);
  } catch (failure) {
    const code = failure instanceof SheetsFailure ? failure.code : "unknown";
    if (/\b(?:403|404)\b/.test(code))
      return fault(
        `the service account may not open it (${code}).`,
        `Share it with ${account.email}, as an editor; is GOOGLE_SHEETS_ID right?`,
      );
    if (code.startsWith("token")) return fault(`the service account's key is not taken (${code}).`, "Make a new key for it.");
    return unseen(`the service did not answer (${code}).`, "Try again; rows wait until it does.");
  }
}
