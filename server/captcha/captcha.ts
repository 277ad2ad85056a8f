/** Fetching a sum writes nothing: the browser keeps its session, from which we alone can tell it. Its use is stored, so that it counts once everywhere. */
import { pbkdf2Sync, timingSafeEqual } from "node:crypto";
import type { CaptchaChallenge } from "../../contract/captcha.ts";
import { CAPTCHA_LIFETIME, drawSum, isRightAnswer, questionOf, type Sum } from "../../petition/captcha.ts";
import { DERIVED_LENGTH, isLowEnough, mayBeSolution, PUZZLE_ITERATIONS, puzzleAt } from "../../petition/puzzle.ts";
import type { Clock } from "../clock.ts";
import { type Crypto, sha256 } from "../crypto/crypto.ts";
import { makeNonces, NONCE_LENGTH } from "../crypto/nonces.ts";
import { drawnAhead } from "./drawn-ahead.ts";
import type { Rush } from "./rush.ts";

export interface Captcha {
  draw(): CaptchaChallenge;
  /** Asks no database. Null for a session that is forged or has run out, else how hard its puzzle is. */
  open(sessionId: string): { tries: number } | null;
  /** Whether this solves the puzzle of the session, which has been opened. */
  isSolved(sessionId: string, { tries }: { tries: number }, solution: string): boolean;
  /** Null for a challenge that is forged or has run out. Asks no database: whoever takes the answer has to note that the challenge is used. */
  read(sessionId: string, answer: string): CaptchaAnswer | null;
}

export interface CaptchaAnswer {
  /** SHA-256 of the challenge. */
  id: string;
  expiresAt: Date;
  isRight: boolean;
}

const SPELLING = /^[\w-]+$/;

/** A session: nonce, end (Unix time in milliseconds), how many tries its puzzle takes, tag. */
const END_AT = NONCE_LENGTH;
const TRIES_AT = END_AT + 6;
const TAG_AT = TRIES_AT + 4;
const TAG_LENGTH = 16;
const SESSION_LENGTH = TAG_AT + TAG_LENGTH;

interface Opened {
  bytes: Buffer;
  expiresAt: number;
  tries: number;
  sum: Sum;
}

/** Of the release before, whose forms are still open: to go with the release after this one. */
type Sealed = [left: number, operator: Sum["operator"], right: number, expiresAt: number, tries?: number];

export function makeCaptcha({ crypto, clock, rush }: { crypto: Crypto; clock: Clock; rush: Rush }): Captcha {
  const drawNonce = makeNonces();

  /** Null for what we did not make, and after its end. */
  function open(sessionId: string): Opened | null {
    // Of one session there are other spellings, which base64url takes for the same.
    const bytes = Buffer.from(SPELLING.test(sessionId) ? sessionId : "", "base64url");
    if (bytes.length !== SESSION_LENGTH) return openSealed(sessionId, bytes);
    const expiresAt = bytes.readUIntBE(END_AT, 6);
    if (expiresAt <= clock.now().getTime()) return null;
    const tag = bytes.subarray(TAG_AT);
    const mac = crypto.macs("captcha-session", bytes.subarray(0, TAG_AT)).find((one) => timingSafeEqual(tagOf(one), tag));
    return mac === undefined ? null : { bytes, expiresAt, tries: bytes.readUInt32BE(TRIES_AT), sum: drawSum(secretOf(mac)) };
  }

  function openSealed(sessionId: string, bytes: Buffer): Opened | null {
    const sealed = bytes.length > SESSION_LENGTH ? crypto.decrypt("captcha", sessionId) : null;
    if (sealed === null) return null;
    const [left, operator, right, expiresAt, tries = Number.POSITIVE_INFINITY] = JSON.parse(sealed) as Sealed;
    return expiresAt > clock.now().getTime() ? { bytes, expiresAt, tries, sum: { left, operator, right } } : null;
  }

  function draw(level: number): CaptchaChallenge {
    const puzzle = puzzleAt(level);
    const bytes = Buffer.allocUnsafe(SESSION_LENGTH);
    bytes.set(drawNonce());
    bytes.writeUIntBE(clock.now().getTime() + CAPTCHA_LIFETIME, END_AT, 6);
    bytes.writeUInt32BE(puzzle.tries, TRIES_AT);
    const mac = crypto.mac("captcha-session", bytes.subarray(0, TAG_AT));
    bytes.set(tagOf(mac), TAG_AT);
    return { sessionId: bytes.toString("base64url"), question: questionOf(drawSum(secretOf(mac))), puzzle };
  }

  return {
    draw: drawnAhead(draw, { clock, level: rush.level }),
    open,
    isSolved(sessionId, { tries }, solution) {
      if (!mayBeSolution(solution)) return false;
      // To hand it to another thread takes longer than to work it out.
      return isLowEnough(pbkdf2Sync(sessionId, solution, PUZZLE_ITERATIONS, DERIVED_LENGTH, "sha256"), tries);
    },
    read(sessionId, answer) {
      const session = open(sessionId);
      if (session === null) return null;
      return {
        // Of its bytes, so that two spellings of one base64url text are one challenge.
        id: sha256(session.bytes),
        expiresAt: new Date(session.expiresAt),
        isRight: isRightAnswer(session.sum, answer),
      };
    },
  };
}

function tagOf(mac: Buffer): Buffer {
  return mac.subarray(0, TAG_LENGTH);
}

function secretOf(mac: Buffer): Uint8Array {
  return mac.subarray(TAG_LENGTH);
}
