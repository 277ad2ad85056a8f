/** Requests to a site that is not trusted. Answers are limited in size; a missing answer is {@link Unreadable}. */
import { bytesWithin } from "../../petition/transparency/bytes.ts";
import type { ReadFile } from "../../petition/transparency/files.ts";
import { Unreadable } from "../../petition/transparency/lie.ts";

const ANSWER_MAX = 4_000_000;
const ANSWERS_WITHIN = 30_000;
const TRIES = 3;

export interface Site {
  read: ReadFile;
  bytes(path: string): Promise<Uint8Array | null>;
}

export function siteAt(address: string, wait: (duration: number) => Promise<void>): Site {
  async function bytes(path: string): Promise<Uint8Array | null> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await ask(address + path);
      } catch (failure) {
        if (tried === TRIES) throw new Unreadable(`${address}${path} ${reasonOf(failure)}.`);
        await wait(1000 * tried);
      }
    }
  }
  return { bytes, read: (path) => bytes(`/log/${path}`) };
}

async function ask(url: string): Promise<Uint8Array | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN), headers: { accept: "*/*" } });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return null;
  }
  if (answer.status !== 200) throw new Error(`answers ${answer.status}`);
  if (!answer.body) return new Uint8Array();
  const bytes = await bytesWithin(ANSWER_MAX, answer.body);
  if (!bytes) throw new Error("answers without end");
  return bytes;
}

function reasonOf(failure: unknown): string {
  const { message, cause, name } = failure as Error;
  if (name === "TimeoutError") return "does not answer in time";
  if (message.startsWith("answers ")) return message;
  return `does not answer (${cause instanceof Error ? cause.message : message})`;
}
