/** Fetching a sum writes nothing: the browser keeps its session, from which we alone can tell it. Its use is stored, so that it counts once everywhere. */
import { createHash, pbkdf2Sync, timingSafeEqual } from "node:crypto";
import type { CaptchaChallenge } from "../../../../contract/signing.ts";
import { CAPTCHA_LIFETIME, drawSum, isRightAnswer, questionOf, type Sum } from "../../../../petition/captcha.ts";
import { DERIVED_LENGTH, isLowEnough, mayBeSolution, PUZZLE_ITERATIONS, puzzleAt } from "../../../../petition/puzzle.ts";
import type { Base } from "../../../platform/base.ts";
import type { Clock } from "../../../platform/clock.ts";
import { makeNonces, NONCE_LENGTH, sha256 } from "../../../platform/crypto/crypto.ts";
import { usedCaptchas } from "../../../platform/database/schema.ts";
import { deleteDue } from "../../../platform/jobs/delete-due.ts";
import type { RetentionJob } from "../../../platform/jobs/retention.ts";

export type Captcha = ReturnType<typeof makeCaptcha>;

const PURPOSE = "captcha-session";

const SPELLING = /^[\w-]+$/;

/**
 * A session: nonce, end (Unix time in milliseconds), tries of its puzzle, place, tag. Sessions drawn together differ in the last two alone: SHAKE256 (FIPS 202)
 * makes of the MAC of the rest a share for each place. The first half of a share is the tag, the second makes the sum.
 */
const END_AT = NONCE_LENGTH;
const TRIES_AT = END_AT + 6;
const PLACE_AT = TRIES_AT + 4;
const TAG_AT = PLACE_AT + 1;
const TAG_LENGTH = 16;
const SESSION_LENGTH = TAG_AT + TAG_LENGTH;
const SPELLED_LENGTH = (SESSION_LENGTH / 3) * 4;
const SHARE = 2 * TAG_LENGTH;

export function makeCaptcha({ crypto, clock, attack }: Pick<Base, "crypto" | "clock" | "attack">) {
  const drawNonce = makeNonces();

  /** Asks no database. Null for a session that is forged or has run out; its bytes are the same in every spelling. */
  function open(sessionId: string) {
    // Of one session there are other spellings, which base64url takes for the same.
    const bytes = Buffer.from(SPELLING.test(sessionId) ? sessionId : "", "base64url");
    if (bytes.length !== SESSION_LENGTH || sessionId.length !== SPELLED_LENGTH) return null;
    const expiresAt = bytes.readUIntBE(END_AT, 6);
    const place = bytes.readUInt8(PLACE_AT);
    if (expiresAt <= clock.now().getTime() || place >= TOGETHER_MAX) return null;
    const shares = crypto.macs(PURPOSE, bytes.subarray(0, PLACE_AT)).map((mac) => shareAt(place, sharesFrom(mac, place + 1)));
    const share = shares.find((one) => timingSafeEqual(one.subarray(0, TAG_LENGTH), bytes.subarray(TAG_AT)));
    return share === undefined ? null : { bytes, expiresAt, tries: bytes.readUInt32BE(TRIES_AT), sum: sumOf(share) };
  }

  function draw(level: number, together: number): CaptchaChallenge[] {
    const puzzle = puzzleAt(level);
    const bytes = Buffer.alloc(SESSION_LENGTH);
    bytes.set(drawNonce());
    bytes.writeUIntBE(clock.now().getTime() + CAPTCHA_LIFETIME, END_AT, 6);
    bytes.writeUInt32BE(puzzle.tries, TRIES_AT);
    const shares = sharesFrom(crypto.mac(PURPOSE, bytes.subarray(0, PLACE_AT)), together);
    return Array.from({ length: together }, (_, place) => {
      const share = shareAt(place, shares);
      bytes.writeUInt8(place, PLACE_AT);
      bytes.set(share.subarray(0, TAG_LENGTH), TAG_AT);
      return { sessionId: bytes.toString("base64url"), question: questionOf(sumOf(share)), puzzle };
    });
  }

  return {
    draw: drawnAhead(draw, { clock, level: attack.level }),
    open,
    isSolved(sessionId: string, { tries }: { tries: number }, solution: string): boolean {
      if (!mayBeSolution(solution)) return false;
      // To hand it to another thread takes longer than to work it out.
      return isLowEnough(pbkdf2Sync(sessionId, solution, PUZZLE_ITERATIONS, DERIVED_LENGTH, "sha256"), tries);
    },
    /** Null if the challenge is forged or has run out. Asks no database: the caller has to note that the challenge is used. */
    read(sessionId: string, answer: string) {
      const session = open(sessionId);
      if (session === null) return null;
      const { bytes, expiresAt, sum } = session;
      return { id: sha256(bytes), expiresAt: new Date(expiresAt), isRight: isRightAnswer(sum, answer) };
    },
  };
}

function sharesFrom(mac: Buffer, places: number): Buffer {
  return createHash("shake256", { outputLength: places * SHARE })
    .update(mac)
    .digest();
}

function shareAt(place: number, shares: Buffer): Buffer {
  return shares.subarray(place * SHARE, (place + 1) * SHARE);
}

function sumOf(share: Buffer): Sum {
  return drawSum(share.subarray(TAG_LENGTH));
}

/** Milliseconds: none that is handed out was drawn longer ago. */
const LIFE = 100;

const TOGETHER_MAX = 64;

/** Sums drawn together share a MAC, which is most of their work: while many come, some are drawn ahead. */
export function drawnAhead<Drawn>(
  draw: (level: number, together: number) => Drawn[],
  { clock, level }: { clock: Clock; level(): number },
): () => Drawn {
  let supply: Drawn[] = [];
  let drawnAt = Number.NaN;
  let drawnFor = Number.NaN;
  let together = 1;

  return () => {
    const now = clock.now().getTime();
    const present = level();
    const isFresh = now >= drawnAt && now - drawnAt < LIFE && present === drawnFor;
    if (!isFresh) {
      supply = [];
      together = 1;
    }
    if (supply.length === 0) {
      supply = draw(present, together);
      together = Math.min(2 * together, TOGETHER_MAX);
      drawnAt = now;
      drawnFor = present;
    }
    return supply.pop() as Drawn;
  };
}

export function captchaRetention({ db, clock }: Pick<Base, "db" | "clock">): RetentionJob {
  const { expiresAt: time, id: key } = usedCaptchas;
  return (work) => deleteDue(db, work, { table: usedCaptchas, time, key, until: clock.now() });
}
