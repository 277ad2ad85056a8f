import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { AdminLog, LogRestartRequest } from "../../contract/administration/commands.ts";
import { verifyTools } from "../../log-tools/verifier/ed25519.ts";
import { type Found, keepEvidence, verifyLog } from "../../log-tools/verifier/verify.ts";
import { openWitness, UnusableWitness } from "../../log-tools/witness/witness.ts";
import { Lie } from "../../petition/transparency/lie.ts";
import { KEY_TYPES, type NoteKey, readKey } from "../../petition/transparency/note.ts";
import { FAULT_SENTENCES } from "../ledger/public-log/faults.ts";
import { callersFolder, readPlace } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { readAddress } from "../platform/database/address.ts";
import { holderOfEmbedded } from "../platform/database/embedded.ts";
import { withApi } from "./admin-api.ts";
import { type AdminApi, type Command, NotDone, noWords, onlyWord, type Typed, WrongUse } from "./command.ts";
import { count, print, printable, remark, requireYes, showProgress } from "./terminal.ts";

type Act = (environment: Environment) => Promise<void>;

const VERBS: Record<string, { options: readonly string[]; read(typed: Typed): Act }> = {
  verify: { options: ["state", "receipt"], read: verifyFrom },
  witness: { options: ["listen", "key", "log", "name"], read: witnessFrom },
  restart: { options: ["yes"], read: restartFrom },
};

export const log: Command = {
  usage: "log verify [ADDRESS] | log witness … | log restart",
  summary: "Checks a public log from outside, runs a witness that cosigns its heads, or begins a new log.",
  options: {
    state: {
      type: "string",
      help: "verify: the file that remembers origin, keys and head of the last time; made by the first",
    },
    receipt: { type: "string", help: "verify: a signer's receipt, or the file from one's own page, to be checked as well" },
    listen: { type: "string", help: "witness: the port, or address:port, on 127.0.0.1 unless told otherwise" },
    key: { type: "string", help: "witness: the file with its private key; made where there is none" },
    log: { type: "string", multiple: true, help: 'witness: "ORIGIN KEY" of a log; several times for several logs or keys' },
    name: { type: "string", help: "witness: the name of a key that is made, such as witness.example/petition" },
    yes: { type: "boolean", help: "restart: do not ask" },
  },
  notes:
    "log verify [ADDRESS] [--state FILE] [--receipt FILE]\n" +
    "    checks the log of the site at ADDRESS, or of this one: exit code 0 with one sentence, 1 for a lie or a false receipt,\n" +
    "    2 where something could not be reached or read. It needs no key and no database.\n" +
    'log witness --listen PORT --key FILE --log "ORIGIN KEY"\n' +
    "    answers POST /add-checkpoint (C2SP, tlog-witness) until it is stopped. FILE.heads beside the key is its memory.\n" +
    "log restart [--yes]\n" +
    "    begins a new log, on the site's own machine: for one whose copy (DATA_DIR/log) or key is lost for good, or that\n" +
    "    contradicts its copy or a witness. The new one has another name and tells the last head of the old one; every\n" +
    "    signature that counts comes into it as imported.",
  readAlone(typed) {
    const [name = "", ...words] = typed.words;
    const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
    if (!verb) throw new WrongUse(`log wants to know what: log ${Object.keys(VERBS).join(", log ")}.`);
    const given = [...Object.keys(typed.options), ...Object.keys(typed.lists)];
    const foreign = given.find((option) => !verb.options.includes(option));
    if (foreign !== undefined) throw new WrongUse(`log ${name} knows no --${foreign}.`);
    return verb.read({ ...typed, words });
  },
};

const UNREAD = 2;

function verifyFrom(typed: Typed): Act {
  const word = onlyWord(typed);
  const given = word === null ? null : addressIn(word);
  const { state, receipt } = typed.options;
  return async (environment) => {
    const fileOf = (name: string | boolean | undefined) =>
      typeof name === "string" ? resolve(callersFolder(environment), name) : null;
    const asked = {
      address: given ?? (await ownAddress(environment).catch(unread)),
      stateFile: fileOf(state),
      receiptFile: fileOf(receipt),
    };
    const progress = (all: number) => (process.stderr.isTTY ? showProgress(all, "entries") : { at() {}, end() {} });
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
  const { dataFolder, publicUrl, port } = readPlace(environment);
  const listening = (await holderOfEmbedded(dataFolder)) === null ? null : await readAddress(dataFolder);
  return listening ?? (publicUrl || `http://localhost:${port}`);
}

function addressIn(word: string): string {
  const url = URL.parse(word);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, "");
  throw new WrongUse(`"${printable(word)}" is no address of a site: one looks like https://petition.example.`);
}

function sentenceOf({ head, recount, number, paper }: Found, hasReceipt: boolean): string {
  const { added, removed } = recount;
  const held = `${count(head.size)} entries add ${listed(added)} and remove ${listed(removed)}`;
  const numbers = `${count(recount.number)} signatures${number === recount.number ? ", as the site shows" : ` (the site shows ${count(number)})`}`;
  const onPaper = recount.kinds.paper === 0 ? "" : ` ${paperIn(recount, paper)}`;
  return `The log ${head.origin} holds: ${held}, which makes ${numbers}.${onPaper}${hasReceipt ? " The receipt is true." : ""}`;
}

function paperIn({ kinds, paper }: Found["recount"], shown: number): string {
  const asShown = shown === paper ? "as the site shows" : `the site shows ${count(shown)}`;
  return `On paper: ${count(paper)} signatures by ${count(kinds.paper)} entries, ${asShown}.`;
}

function listed(reasons: Partial<Record<string, number>>): string {
  const parts = Object.entries(reasons).map(([reason, number = 0]) => ({ reason, number }));
  const sum = parts.reduce((all, { number }) => all + number, 0);
  const named = parts.map(({ reason, number }) => `${count(number)} ${reason}`).join(", ");
  return named === "" ? "none" : `${count(sum)} (${named})`;
}

function witnessFrom(typed: Typed): Act {
  noWords(typed, "log witness");
  const { listen, key, name = null } = typed.options;
  const place = placeIn(listen);
  const logs = logsIn(typed.lists.log ?? []);
  if (typeof key !== "string" || key === "") throw new WrongUse("log witness wants --key FILE.");
  if (name !== null && !/^[^+\s]+$/.test(String(name))) throw new WrongUse("--name must be without blanks and without +.");
  return async (environment) => {
    const keyFile = resolve(callersFolder(environment), key);
    const seconds = () => Math.floor(Date.now() / 1000);
    const witness = await openWitness({ ...place, keyFile, name: name === null ? null : String(name), logs, seconds }).catch(
      (failure: NodeJS.ErrnoException) => {
        if (failure instanceof UnusableWitness) throw new NotDone(failure.message);
        if (failure.syscall === "listen") throw new NotDone(`--listen: cannot listen there (${failure.code}).`);
        throw failure;
      },
    );
    print(witness.key);
    remark(`The witness is open at http://${place.host}:${witness.port}, for ${[...logs.keys()].join(", ")}.`);
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await witness.close();
  };
}

function placeIn(listen: string | boolean | undefined): { host: string; port: number } {
  const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(String(listen ?? "")) ?? [];
  if (port === "" || Number(port) > 65_535) throw new WrongUse("log witness wants --listen PORT.");
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

/** Several lines for one origin are several keys of one log. */
function logsIn(lines: string[]): Map<string, NoteKey[]> {
  const logs = new Map<string, NoteKey[]>();
  for (const line of lines) {
    const [, origin = "", written = ""] = /^(\S+) (\S+)$/.exec(line) ?? [];
    const key = readKey(verifyTools.sha256, written);
    if (key?.type !== KEY_TYPES.log) throw new WrongUse('--log must be origin, blank and key of a log: --log "ORIGIN KEY".');
    logs.set(origin, [...(logs.get(origin) ?? []), key]);
  }
  if (logs.size === 0) throw new WrongUse('log witness wants --log "ORIGIN KEY".');
  return logs;
}

function restartFrom(typed: Typed): Act {
  noWords(typed, "log restart");
  const yes = typed.options.yes === true;
  return (environment) =>
    withApi(environment, async (api, signal) => {
      const old = await api.ask<AdminLog>("GET", "log");
      for (const line of meaningOf(old, api)) remark(line);
      const question = old.origin === null ? "Begin a new log?" : `End the log ${old.origin}, and begin a new one?`;
      if (!yes) await requireYes(question, signal);
      const wanted: LogRestartRequest = { origin: old.origin };
      const begun = await api.ask<AdminLog>("POST", "log/restart", wanted);
      print(begun.origin ?? "");
      remark(
        `The new log has begun. ${count(begun.waiting)} entries more come into it ${api.isRunning ? "within a minute" : "while the site runs"}.`,
      );
    });
}

/** To be read before saying yes: nothing brings the old log back. */
function meaningOf({ origin, size, count: signatures, publishedAt, checkpoint, fault }: AdminLog, api: AdminApi) {
  const head =
    checkpoint === null
      ? ["The database holds no log."]
      : [
          `The log ${origin}, published last at ${publishedAt}: ${count(size)} entries, ${count(signatures)} signatures. Its last head:`,
          checkpoint.replace(/^/gm, "    ").trimEnd(),
        ];
  // Only who has run with it knows what is wrong.
  const found = fault ? FAULT_SENTENCES[fault] : "The site that answers finds nothing wrong with this log.";
  return [
    ...head,
    ...(api.isRunning ? [found] : []),
    "A new log takes its place, under another name and with this head as the last of the old one. Receipts that were given out",
    "are for the old log, whose entries are served no more; signers get new ones on their own page. Whoever has kept the old",
    "name, a verifier or a witness, will say that it is another log: tell them why. The line stays in the audit log.",
  ];
}
