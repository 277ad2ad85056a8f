import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Found } from "../../log-tools/verifier/verify.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { NotDone, onlyWord, type Typed, WrongUse } from "./command.ts";
import { count, print, printable, showProgress } from "./terminal.ts";

const UNREAD = 2;
const QUIET = { at() {}, end() {} };

export function verifyFrom(typed: Typed): (environment: Environment) => Promise<void> {
  const word = onlyWord(typed);
  const given = word === null ? null : addressIn(word);
  const { state, receipt } = typed.options;
  return async (environment) => {
    const { callersFolder } = await import("../platform/config/configuration.ts");
    const fileOf = (name: string | boolean | undefined) =>
      typeof name === "string" ? resolve(callersFolder(environment), name) : null;
    const asked = {
      address: given ?? (await ownAddress(environment).catch(unread)),
      stateFile: fileOf(state),
      receiptFile: fileOf(receipt),
    };
    const { keepEvidence, Lie, verifyLog } = await import("../../log-tools/verifier/verify.ts");
    const progress = (all: number) => (process.stderr.isTTY ? showProgress(all, "entries") : QUIET);
    const around = { now: () => performance.now(), wait: (duration: number) => wait(duration), progress };
    const found = await verifyLog(asked, around).catch(async (failure: Error) => {
      if (!(failure instanceof Lie)) throw new NotDone(printable(failure.message), UNREAD);
      if (failure.evidence === null || asked.stateFile === null) throw new NotDone(printable(failure.message));
      const evidence = await keepEvidence(asked.stateFile, failure.evidence).catch(() => "nowhere");
      throw new NotDone(`${printable(failure.message)}\nBoth heads are signed: keep ${evidence}.`);
    });
    print(printable(sentenceOf(found, receipt !== undefined)));
  };
}

function unread(failure: Error): never {
  throw new NotDone(printable(failure.message), UNREAD);
}

/** Where the site of these settings listens, as far as its data folder tells; else where it says that it is. */
async function ownAddress(environment: Environment): Promise<string> {
  const { readPlace } = await import("../platform/config/configuration.ts");
  const { holderOfEmbedded } = await import("../platform/database/embedded.ts");
  const { readAddress } = await import("../platform/database/address.ts");
  const { dataFolder, publicUrl, port } = readPlace(environment);
  const listening = (await holderOfEmbedded(dataFolder)) === null ? null : await readAddress(dataFolder);
  return listening ?? (publicUrl || `http://localhost:${port}`);
}

function addressIn(word: string): string {
  const url = URL.parse(word);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, "");
  throw new WrongUse(`"${printable(word)}" is no address of a site: one looks like https://petition.example.`);
}

function sentenceOf({ head, recount, number }: Found, hasReceipt: boolean): string {
  const { added, removed } = recount;
  const held = `${count(head.size)} entries add ${listed(added)} and remove ${listed(removed)}`;
  const numbers = `${count(recount.number)} signatures${number === recount.number ? ", as the site shows" : ` (the site shows ${count(number)})`}`;
  return `The log ${head.origin} holds: ${held}, which makes ${numbers}.${hasReceipt ? " The receipt is true." : ""}`;
}

function listed(reasons: Partial<Record<string, number>>): string {
  const parts = Object.entries(reasons).map(([reason, number = 0]) => ({ reason, number }));
  const sum = parts.reduce((all, { number }) => all + number, 0);
  const named = parts.map(({ reason, number }) => `${count(number)} ${reason}`).join(", ");
  return named === "" ? "none" : `${count(sum)} (${named})`;
}
