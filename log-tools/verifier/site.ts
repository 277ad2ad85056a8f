/** Requests to a site that is not trusted. Answers are limited in size; a missing answer is {@link Unreadable}. */
import { hashesIn, pathOfTile, TILE_WIDTH, type Tile } from "../../petition/transparency/tiles.ts";
import { HASH_LENGTH, type Hash } from "../../petition/transparency/tree.ts";
import { Lie, Unreadable } from "./lie.ts";

const ANSWER_MAX = 4_000_000;
const ANSWERS_WITHIN = 30_000;
const TRIES = 3;

export interface Site {
  /** Null for 404. */
  bytes(path: string): Promise<Uint8Array | null>;
  text(path: string): Promise<string>;
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
  return {
    bytes,
    async text(path) {
      const answer = await bytes(path);
      if (answer === null) throw new Unreadable(`${address}${path} answers 404.`);
      return new TextDecoder().decode(answer);
    },
  };
}

export async function hashesOf(site: Site, tile: Tile): Promise<Hash[]> {
  const { bytes, width } = await tileOf(site, tile);
  if (bytes.length !== width * HASH_LENGTH)
    throw new Lie("tile", `The tile ${pathOfTile(tile)} has ${bytes.length} bytes instead of ${width * HASH_LENGTH}.`);
  return hashesIn(bytes).slice(0, tile.width);
}

/** A partial tile may be gone once it is full: then the full one is the answer, of another `width`. */
export async function tileOf(site: Site, tile: Tile): Promise<{ bytes: Uint8Array; width: number }> {
  const bytes = await site.bytes(`/log/${pathOfTile(tile)}`);
  if (bytes) return { bytes, width: tile.width };
  const full = tile.width < TILE_WIDTH ? await site.bytes(`/log/${pathOfTile({ ...tile, width: TILE_WIDTH })}`) : null;
  if (full) return { bytes: full, width: TILE_WIDTH };
  throw new Unreadable(`The signed head needs ${pathOfTile(tile)}, which the site does not answer (404).`);
}

/** The answers to consecutive numbers, in order, some asked for before they are needed. */
export async function* inOrder<Answer>(
  { from, to, ahead }: { from: number; to: number; ahead: number },
  ask: (number: number) => Promise<Answer>,
): AsyncGenerator<Answer> {
  const asked: Promise<Answer>[] = [];
  let next = from;
  for (let number = from; number < to; number += 1) {
    for (; next < to && next < number + ahead; next += 1) {
      const answer = ask(next);
      // Awaited later, or never if an earlier one failed.
      answer.catch(() => {});
      asked.push(answer);
    }
    const first = asked.shift();
    if (first) yield await first;
  }
}

async function ask(url: string): Promise<Uint8Array | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN), headers: { accept: "*/*" } });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return null;
  }
  if (answer.status !== 200) throw new Error(`answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > ANSWER_MAX) throw new Error("answers without end");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function reasonOf(failure: unknown): string {
  const { message, cause, name } = failure as Error;
  if (name === "TimeoutError") return "does not answer in time";
  if (message.startsWith("answers ")) return message;
  return `does not answer (${cause instanceof Error ? cause.message : message})`;
}
