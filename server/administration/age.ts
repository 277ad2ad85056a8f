import type { Milliseconds } from "../../petition/duration.ts";

/** Signatures. What fewer have signed is counted within the time that a page takes anyhow. */
const MANY = 50_000;
const MINUTE: Milliseconds = 60_000;

/** How old a figure may be that takes longer the more have signed: the administration reads it once a minute for all who ask (decision 0051). */
export function ageFor(signatureCount: number): Milliseconds {
  return signatureCount < MANY ? 0 : MINUTE;
}
