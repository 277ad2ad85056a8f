import type { ComponentType } from "react";
import { send } from "../../client/send.ts";
import type { AdminStats } from "../../contract/administration/signatures.ts";
import { CallFailed, sentenceOf } from "../call.ts";

export type Ask = ReturnType<typeof askWith>;

export const UNAUTHORIZED = "Unauthorized";

/** Calls with the key, which stays inside; they throw like `call`. `raw`: the answer as it comes, for what is no JSON. */
export function askWith(key: string) {
  async function raw(path: string, signal?: AbortSignal, method = "GET", body?: object): Promise<Response> {
    // A header holds no other characters, and no key is made of them.
    if (!/^[\x20-\x7e]+$/.test(key)) throw new CallFailed(401, UNAUTHORIZED, JSON.stringify({ message: UNAUTHORIZED }));
    const headers = { authorization: `Bearer ${key}` };
    return send(`/api/admin/${path}`, { method, headers, credentials: "include", cache: "no-store", signal }, body);
  }
  async function ask<Answer>(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    { body, signal }: { body?: object; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    return (await raw(path, signal, method, body)).json();
  }
  return Object.assign(ask, { raw });
}

export function isLockedOut(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 401;
}

/** What the screen says of a failure: too many attempts in the server's words, all else as given. */
export function reasonOf(failure: unknown, otherwise: string): string {
  if (isLockedOut(failure)) return UNAUTHORIZED;
  const isTooOften = failure instanceof CallFailed && failure.status === 429;
  return (isTooOften && sentenceOf(failure)) || otherwise;
}

export interface Opened {
  Administration: ComponentType<Entrance>;
  ask: Ask;
  stats: AdminStats;
}

export interface Entrance {
  ask: Ask;
  given: AdminStats;
  onLeave(reason: string | null): void;
}
