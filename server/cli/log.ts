import type { Environment } from "../platform/config/kinds.ts";
import { type Command, type Typed, WrongUse } from "./command.ts";
import { restartFrom } from "./log-restart.ts";
import { verifyFrom } from "./log-verify.ts";
import { witnessFrom } from "./log-witness.ts";

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
