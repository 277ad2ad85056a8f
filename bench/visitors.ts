/** People who sign: captcha, form, e-mail, link. Each has a connection, an address of origin and a mailbox of their own. */
import { setTimeout as pause } from "node:timers/promises";
import type { CaptchaChallenge } from "../contract/signing.ts";
import { crowd, type Person } from "../server/testing/people.ts";
import { solved } from "../server/testing/sum.ts";
import { takeOrders } from "./beside.ts";
import { type Latency, latencyOf } from "./latency.ts";
import { openMailboxes, tokenIn } from "./mailboxes.ts";
import { type Answer, openWire, type Wire } from "./wire.ts";

export interface Walk {
  url: string;
  /** People who are under way at any moment. */
  abreast: number;
  /** Whole ways before the measurement begins, and in it. */
  warmUp: number;
  ways: number;
  /** Tells the people of one walk from those of another. */
  tag: string;
  /** Networks of people of earlier walks, which these do not come from. */
  before?: number;
}

export interface Walked {
  /** Milliseconds by the clock, from the end of the warm-up to that of the last way that counts. */
  duration: number;
  /** Milliseconds; `letter`: from the answer to the form to the e-mail. */
  times: Record<Step, Latency>;
}

export type Step = "captcha" | "form" | "letter" | "link" | "whole";
/** Said at the two ends of what is measured. */
export type WalkNote = "begins" | "ends";

/** Milliseconds between two who set out: nobody comes by the thousand in one moment. */
const SETTING_OUT = 1.5;

/** Milliseconds without anybody arriving. */
const PATIENCE = 60_000;

const waiting = new Map<string, (token: string) => void>();

takeOrders<Walk | "mailboxes", Walked | string, WalkNote>(async (order, note) =>
  order === "mailboxes" ? openMailboxes(receive) : walk(order, note),
);

function receive(recipient: string, letter: string): void {
  const token = tokenIn(letter);
  if (token !== null) waiting.get(recipient)?.(token);
}

async function walk({ url, abreast, warmUp, ways, tag, before = 0 }: Walk, note: (note: WalkNote) => void): Promise<Walked> {
  const times: Record<Step, number[]> = { captcha: [], form: [], letter: [], link: [], whole: [] };
  // Those who are still under way at the end are others than those who count.
  const people = crowd(warmUp + ways + abreast, tag).entries();
  const arrived = Promise.withResolvers<never>();
  let patience = setTimeout(() => {}, 0);
  let done = 0;
  let startedAt = performance.now();
  let duration = 0;
  const arrive = (taken: Record<Step, number>) => {
    done += 1;
    clearTimeout(patience);
    patience = setTimeout(() => arrived.reject(new Error(`Nobody arrives any more, after ${done} ways.`)), PATIENCE);
    if (done > warmUp && duration === 0) for (const step of STEPS) times[step].push(taken[step]);
    if (done === warmUp) {
      startedAt = performance.now();
      note("begins");
    } else if (done === warmUp + ways) {
      duration = performance.now() - startedAt;
      note("ends");
    }
  };
  const hand = async (_: unknown, place: number) => {
    await pause(place * SETTING_OUT);
    const wire = openWire(url);
    for (const [number, person] of people) {
      arrive(await wholeWay(wire, before + number, person));
      if (duration > 0) break;
    }
    wire.close();
  };
  await Promise.race([arrived.promise, Promise.all(Array.from({ length: abreast }, hand))]);
  clearTimeout(patience);
  const latencies = Object.fromEntries(STEPS.map((step) => [step, latencyOf(times[step])])) as Record<Step, Latency>;
  return { duration, times: latencies };
}

const STEPS: Step[] = ["captcha", "form", "letter", "link", "whole"];

async function wholeWay(wire: Wire, number: number, person: Person): Promise<Record<Step, number>> {
  const headers = `Host: localhost\r\nX-Forwarded-For: ${originOf(number)}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n`;
  const startedAt = performance.now();
  const challenge = JSON.parse(text(await wire.ask(`GET /api/captcha HTTP/1.1\r\n${headers}\r\n`))) as CaptchaChallenge;
  const captchaAt = performance.now();

  // Looking at what is no solution of the puzzle costs the site as much as at one that is; working it out would cost the load far more.
  const form = JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge), solution: "4711" });
  const { promise: letter, resolve } = Promise.withResolvers<string>();
  waiting.set(person.email, resolve);
  const length = Buffer.byteLength(form);
  const posted = `POST /api/petition/sign HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${form}`;
  text(await wire.ask(posted));
  const formAt = performance.now();

  const token = await letter;
  waiting.delete(person.email);
  const emailAt = Math.max(formAt, performance.now());
  text(await wire.ask(`GET /api/petition/confirm/${token} HTTP/1.1\r\n${headers}\r\n`));
  const linkAt = performance.now();
  return {
    captcha: captchaAt - startedAt,
    form: formAt - captchaAt,
    letter: emailAt - formAt,
    link: linkAt - emailAt,
    whole: linkAt - startedAt,
  };
}

/** A network of its own for each, as people have who are at home: limits and clusters are looked up, but never reached. */
function originOf(number: number): string {
  return `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.17`;
}

/** A fast refusal is no measurement. */
function text({ status, head, body }: Answer): string {
  const said = body.toString();
  if (status !== 200) throw new Error(`Unexpected answer: ${head}\n\n${said.slice(0, 500)}`);
  return said;
}
