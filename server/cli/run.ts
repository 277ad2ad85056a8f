import { backup } from "./backup.ts";
import { bounce } from "./bounce.ts";
import { breach } from "./breach.ts";
import { type Command, NotDone, readTyped, type Typed, WrongUse } from "./command.ts";
import { deletion } from "./delete.ts";
import { doctor } from "./doctor.ts";
import { ending } from "./end.ts";
import { exporting } from "./export.ts";
import { keys } from "./keys.ts";
import { log } from "./log.ts";
import { mails } from "./mails.ts";
import { newCampaign } from "./new.ts";
import { restore } from "./restore.ts";
import { search } from "./search.ts";
import { stats } from "./stats.ts";
import { print, printable, remark } from "./terminal.ts";
import { withApi } from "./with-api.ts";

const COMMANDS: Record<string, Command> = {
  ...{ stats, search, delete: deletion, export: exporting, mails, keys, doctor },
  ...{ end: ending, breach, log, backup, restore, bounce, new: newCampaign },
};
const CALLED = "npm run petition -- ";

/** Resolves to the exit code. 0: done, 1: not done, 2: wrongly used, or, of the public log, not read. */
export async function run([name, ...args]: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    if (name === undefined) throw new WrongUse(`Say what to do: ${Object.keys(COMMANDS).join(", ")}.`);
    if (isHelp(name)) print(overview());
    else await obey(name, args, environment);
    return 0;
  } catch (failure) {
    if (failure instanceof WrongUse) {
      const command = name === undefined ? null : commandCalled(name);
      remark(`${failure.message} More: ${CALLED}${command ? `${name} ` : ""}--help`);
      return command?.wrongUse ?? 2;
    }
    remark(inLines(failure instanceof NotDone ? failure.message : await reasonOf(failure)));
    return failure instanceof NotDone ? failure.exitCode : 1;
  }
}

async function obey(name: string, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const command = commandCalled(name);
  if (!command) throw new WrongUse(`There is no command "${name}".`);
  if (args.some(isHelp)) return print(helpFor(command));
  await act(command, readTyped(args, command.options), environment);
}

async function act(command: Command, typed: Typed, environment: NodeJS.ProcessEnv): Promise<void> {
  if ("readAlone" in command) return command.readAlone(typed)(environment);
  return withApi(environment, command.read(typed));
}

/** Files and servers that a sentence speaks of may have been made by anybody. */
function inLines(message: string): string {
  return message.split("\n").map(printable).join("\n");
}

async function reasonOf(failure: unknown): Promise<string> {
  return (await import("../start-failure.ts")).sentenceOf(failure);
}

function commandCalled(name: string): Command | null {
  return (Object.hasOwn(COMMANDS, name) && COMMANDS[name]) || null;
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function overview(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length));
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return [`${CALLED}<command>`, "", ...lines, "", `More about each: ${CALLED}<command> --help`].join("\n");
}

function helpFor({ usage, summary, options = {}, notes }: Command): string {
  const width = Math.max(0, ...Object.keys(options).map((option) => option.length));
  const lines = Object.entries(options).map(([option, { help }]) => `  --${option.padEnd(width)}  ${help}`);
  return [`${CALLED}${usage}`, "", summary, ...(lines.length > 0 ? ["", ...lines] : []), ...(notes ? ["", notes] : [])].join(
    "\n",
  );
}
