/** Other servers that this one hands something to: whether they answer, asked so that nothing changes there. */
import type { Witness } from "../../platform/config/kinds.ts";
import { ask } from "./asking.ts";
import { codeOf } from "./examine.ts";
import { type Finding, good, warning } from "./finding.ts";

export async function analyticsAnswers(address: string): Promise<Finding[]> {
  const { origin, host } = new URL(address);
  // An event would be counted.
  const status = await statusOf(`${origin}/`);
  return typeof status === "number" && status < 500
    ? [good(`${host} answers.`)]
    : [warning(`${host} does not answer (${status}): events are lost meanwhile.`, "Mend it, or the address in ANALYTICS.")];
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
