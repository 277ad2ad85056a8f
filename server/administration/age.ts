import type { Milliseconds } from "../../petition/duration.ts";

/** Signatures. */
const MANY = 50_000;
const MINUTE: Milliseconds = 60_000;

/** How old a figure may be that takes longer the more have signed (decision 0015). */
export function ageFor(signatureCount: number): Milliseconds {
  return signatureCount < MANY ? 0 : MINUTE;
}
