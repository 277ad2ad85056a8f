import { type Command, NotDone, readTyped, WrongUse } from "./command.ts";
import { print, printable, remark } from "./terminal.ts";

/** Loaded when called: some of them read half of the server. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  stats: async () => (await import("./signatures.ts")).stats,
  search: async () => (await import("./signatures.ts")).search,
  delete: async () => (await import("./signatures.ts")).deletion,
  export: async () => (await import("./export.ts")).exporting,
  paper: async () => (await import("./paper.ts")).paper,
  mails: async () => (await import("./mails.ts")).mails,
  keys: async () => (await import("./keys.ts")).keys,
  alarm: async () => (await import("./alarm.ts")).alarm,
  doctor: async () => (await import("./doctor.ts")).doctor,
  handover: async () => (await import("./handover.ts")).handover,
  end: async () => (await import("./end.ts")).ending,
  breach: async () => (await import("./breach.ts")).breach,
  log: async () => (await import("./log.ts")).log,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  bounce: async () => (await import("./bounce.ts")).bounce,
  new: async () => (await import("./new.ts")).newCampaign,
};
const CALLED = "npm run petition -- ";

/** Resolves to the exit code. 0: done, 1: not done, 2: wrongly used, or, of the public log, not read. */
export async function run([name, ...args]: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    if (name === undefined) throw new WrongUse(`Say what to do: ${Object.keys(COMMANDS).join(", ")}.`);
    if (isHelp(name)) print(await overview());
    else await obey(name, args, environment);
    return 0;
  } catch (failure) {
    if (failure instanceof WrongUse) {
      const command = name === undefined ? null : await commandCalled(name);
      remark(`${failure.message} More: ${CALLED}${command ? `${name} ` : ""}--help`);
      return command?.wrongUse ?? 2;
    }
    const message = failure instanceof NotDone ? failure.message : (await import("../start-failure.ts")).sentenceOf(failure);
    // Files and servers that a sentence speaks of may have been made by anybody.
    remark(message.split("\n").map(printable).join("\n"));
    return failure instanceof NotDone ? failure.exitCode : 1;
  }
}

async function obey(name: string, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const command = await commandCalled(name);
  if (!command) throw new WrongUse(`There is no command "${name}".`);
  if (args.some(isHelp)) return print(helpFor(command));
  const typed = readTyped(args, command.options);
  if ("readAlone" in command) return command.readAlone(typed)(environment);
  const act = command.read(typed);
  await (await import("./admin-api.ts")).withApi(environment, act);
}

async function commandCalled(name: string): Promise<Command | null> {
  return (Object.hasOwn(COMMANDS, name) && (await COMMANDS[name]?.())) || null;
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

async function overview(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return [`${CALLED}<command>`, "", ...lines, "", `More about each: ${CALLED}<command> --help`].join("\n");
}

function helpFor({ usage, summary, options = {}, notes }: Command): string {
  const width = Math.max(0, ...Object.keys(options).map((option) => option.length));
  const lines = Object.entries(options).map(([option, { help }]) => `  --${option.padEnd(width)}  ${help}`);
  return [`${CALLED}${usage}`, "", summary, ...(lines.length > 0 ? ["", ...lines] : []), ...(notes ? ["", notes] : [])].join(
    "\n",
  );
}
