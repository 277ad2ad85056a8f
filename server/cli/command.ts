import { type ParseArgsOptionDescriptor, parseArgs } from "node:util";
import { isId } from "../../petition/search.ts";
import type { Environment } from "../platform/config/kinds.ts";

export interface AdminApi {
  ask<Answer>(method: Method, path: string, body?: object): Promise<Answer>;
  download(path: string, signal: AbortSignal): Promise<Download>;
  /** What the site answers to anybody at `address`, such as `/log/key`; null for 404. */
  published(address: string): Promise<Uint8Array | null>;
  isRunning: boolean;
  /** The folder to which names of files are relative. */
  filesFrom: string;
  close(): Promise<void>;
}

export interface Download {
  name: string;
  total: number;
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

export type Method = "GET" | "POST" | "DELETE";

export type Command = {
  usage: string;
  summary: string;
  options?: Record<string, Option>;
  notes?: string;
  wrongUse?: number;
} & (
  | { read(typed: Typed): (api: AdminApi, signal: AbortSignal) => Promise<void> }
  /** Works where no site can be reached, too. */
  | { readAlone(typed: Typed): (environment: Environment) => Promise<void> }
);

type Option = ParseArgsOptionDescriptor & { help: string };

export interface Typed {
  words: string[];
  options: Record<string, string | boolean | undefined>;
  lists: Record<string, string[]>;
}

/** Exit code 2: the message says what to type instead. */
export class WrongUse extends Error {}

/** Exit code 1, unless another is named: the message says why it was not done. */
export class NotDone extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function readTyped(args: string[], options: Record<string, Option> = {}): Typed {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const given = Object.entries(values);
    return {
      words: positionals,
      options: Object.fromEntries(given.filter(([, value]) => !Array.isArray(value))) as Typed["options"],
      lists: Object.fromEntries(given.filter(([, value]) => Array.isArray(value))) as Typed["lists"],
    };
  } catch (failure) {
    // The further sentences of Node's message tell how to pass words that begin with a hyphen.
    throw new WrongUse(`${(failure as Error).message.split(". ")[0]?.replace(/\.$/, "")}.`);
  }
}

export function onlyWord({ words: [word, ...others] }: Pick<Typed, "words">): string | null {
  if (others.length > 0) throw new WrongUse(`"${others[0]}" is one word too many.`);
  return word ?? null;
}

export function noWords(typed: Pick<Typed, "words">, command: string, hint = ""): void {
  const word = onlyWord(typed);
  if (word !== null) throw new WrongUse(`${command} takes no words, but got "${word}"${hint}.`);
}

export function asId(word: string): string {
  if (!isId(word)) throw new WrongUse(`"${word}" is no id: an id looks like 0b54c2a8-6d4f-4f9e-9b0c-0c8f5d3a7e21.`);
  return word.toLowerCase();
}
