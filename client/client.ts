/** The site as a program calls it: a method for each call of `contract/calls.ts`. Runs in browsers and in Node.js, and needs no package. */
import type { Calls, SignedReport } from "../contract/api.ts";
import { CALLS, type Call, type CallName } from "../contract/calls.ts";
import type { Language } from "../petition/language.ts";
import { CallFailed, type Fetch, send } from "./send.ts";

export { CallFailed } from "./send.ts";

export interface ClientOptions {
  baseUrl: string;
  fetch?: Fetch;
  language?: Language;
  /** The administrator's; it goes with no other call than those that ask for it. */
  key?: string;
}

type CallOptions = { signal?: AbortSignal };

/** An answer with an `outcome` is returned, a refusal too. All else that is no success is thrown as {@link CallFailed}. */
export type Client = { [Name in CallName]: (...given: Given<Calls[Name]["takes"]>) => Promise<Calls[Name]["answers"]> };

type Given<Takes> = keyof Takes extends never
  ? [takes?: Record<string, never>, options?: CallOptions]
  : object extends Takes
    ? [takes?: Takes, options?: CallOptions]
    : [takes: Takes, options?: CallOptions];

type Fields = Record<string, unknown>;

export function createClient(options: ClientOptions): Client {
  const methods = Object.entries<Call>(CALLS).map(([name, call]) => [
    name,
    (takes: Fields = {}, { signal }: CallOptions = {}) => ask(call, takes, signal, options),
  ]);
  return Object.fromEntries(methods) as Client;
}

async function ask(call: Call, takes: Fields, signal: AbortSignal | undefined, options: ClientOptions): Promise<unknown> {
  const { method = "GET" } = call;
  const { baseUrl, language, key } = options;
  const { path, others } = fillIn(call.path, takes);
  const headers: Record<string, string> = {
    ...(language && { "accept-language": language }),
    ...(call.key && key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const address = baseUrl.replace(/\/$/, "") + path;
  const hasAny = Object.values(others).some((value) => value !== undefined);
  const sent =
    call.takes === "signed bytes"
      ? send(address, { method, signal, ...signed(takes, headers) }, undefined, options.fetch)
      : method === "GET"
        ? send(address + queryOf(call, others, language), { method, signal, headers }, undefined, options.fetch)
        : send(address, { method, signal, headers }, hasAny ? others : undefined, options.fetch);
  return sent.then(
    (response) => read(call, response),
    (failure: unknown) => outcomeIn(call, failure),
  );
}

function fillIn(template: string, takes: Fields): { path: string; others: Fields } {
  const others = { ...takes };
  const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    delete others[name];
    const part = encodeURIComponent(String(takes[name]));
    // A tile's name has slashes of its own; any other could lead to another call.
    return name === "tile" ? part.replaceAll("%2F", "/") : part;
  });
  return { path, others };
}

function queryOf({ inLanguage }: Call, fields: Fields, language: Language | undefined): string {
  const given = Object.entries(inLanguage && language ? { lang: language, ...fields } : fields);
  const query = new URLSearchParams();
  for (const [name, value] of given) if (value !== undefined && value !== null) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

function signed(takes: Fields, headers: Record<string, string>) {
  const { report, signature, type } = takes as unknown as SignedReport;
  return { body: report, headers: { ...headers, "content-type": type, "x-signature": signature } };
}

async function read({ answers }: Call, response: Response): Promise<unknown> {
  if (answers === "nothing") return undefined;
  if (answers === "text") return response.text();
  return answers === "bytes" ? new Uint8Array(await response.arrayBuffer()) : response.json();
}

function outcomeIn({ hasOutcome }: Call, failure: unknown): unknown {
  if (!hasOutcome || !(failure instanceof CallFailed)) throw failure;
  const { answer } = failure;
  if (typeof answer === "object" && answer !== null && "outcome" in answer) return answer;
  throw failure;
}
