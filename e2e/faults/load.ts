/** People who sign, confirm and read all the time, through HTTP alone. What they are told is noted, and what nobody should be told. */
import { setTimeout as pause } from "node:timers/promises";
import type { ConfirmAnswer } from "../../contract/confirmation.ts";
import type { CaptchaChallenge, SignOutcome } from "../../contract/signing.ts";
import { ANSWER_WITHIN } from "../../server/platform/database/deadline.ts";
import type { AnyOf } from "../../server/testing/house.ts";
import type { Inbox } from "../../server/testing/inbox.ts";
import { crowd, type Person } from "../../server/testing/people.ts";
import { solved } from "../../server/testing/sum.ts";

/** Milliseconds that a machine may lack which does all this at once. */
const BUSY = 4_000;
/** Pages and numbers come from memory, once what they are made of has been waited for, one thing after the other (server/platform/cache/stale-while-revalidate.ts). */
const FROM_MEMORY = 2_000;
/** Until an answer, whatever has become of database and mail server. */
const BOUNDS = { form: ANSWER_WITHIN + BUSY, link: ANSWER_WITHIN + BUSY, page: FROM_MEMORY + BUSY, number: FROM_MEMORY + BUSY };
/** Then nobody waits any longer. */
const HANGS = 40_000;
const BETWEEN_ACTS = 20;
const BEFORE_ANOTHER_TRY = 250;
/** More than can sign meanwhile. */
const PEOPLE = 50_000;

interface Answer {
  asked: keyof typeof BOUNDS;
  /** `done`: it is promised to be kept. `refused`: 503. `broken`: the connection broke, or nobody listened. */
  became: "done" | "refused" | "broken";
  /** By `performance.now()`, as is the next. */
  askedAt: number;
  answeredAt: number;
}

interface Load {
  answers: Answer[];
  /** Addresses whose forms were acknowledged. */
  forms: Set<string>;
  /** Addresses that have heard that they are counted, with their only 200 or later. */
  counted: Set<string>;
  /** What nobody should have been told, in words without a name. */
  wrong: string[];
  /** Once it has stopped: whoever has a link and has not heard yet that they are counted follows it. */
  followTheRest(): Promise<void>;
  /** Resolves once everybody has stopped. */
  stop(): Promise<void>;
}

type Email = Inbox["letters"][number];

interface State extends Pick<Load, "answers" | "forms" | "counted" | "wrong"> {
  url: string;
  letters: Email[];
  people: Person[];
  /** Letters that somebody has looked at. */
  read: number;
  /** Addresses whose links were followed, with whatever answer. */
  followed: Set<string>;
  isOver: boolean;
}

/** `visitors`: so many sign, one in four of them without a script; as many follow links, and one reads. */
export function beginLoad({ url, inbox, visitors }: { url: string; inbox: Inbox; visitors: number }): Load {
  const state: State = {
    ...{ url, letters: inbox.letters, people: crowd(PEOPLE, "visitor").reverse(), read: 0, followed: new Set(), isOver: false },
    ...{ answers: [], forms: new Set(), counted: new Set(), wrong: [] },
  };
  const { answers, forms, counted, wrong } = state;
  const hands = [
    ...Array.from({ length: visitors }, (_, hand) => signOn(state, hand % 4 === 3 ? postForm : callSign)),
    ...Array.from({ length: visitors }, () => followLinks(state)),
    readOn(state),
  ];
  return {
    ...{ answers, forms, counted, wrong },
    async followTheRest() {
      const first = new Map(state.letters.toReversed().map((letter) => [letter.recipient, letter]));
      for (const [recipient, letter] of first) if (!counted.has(recipient)) await follow(state, letter);
    },
    async stop() {
      state.isOver = true;
      await Promise.all(hands);
    },
  };
}

/** An answer as it came; `isDone`: what it promises is to be kept. */
interface Told {
  status: number;
  isDone: boolean;
  /** Of a refusal: seconds. */
  retryAfter?: string | null;
  wrong?: string | false;
}

type Sign = (state: State, person: Person, challenge: CaptchaChallenge) => Promise<Told>;

async function signOn(state: State, sign: Sign): Promise<void> {
  for (let person = state.people.pop(); person && !state.isOver; ) {
    const present = person;
    const challenge = await drawSum(state);
    const isDone = challenge !== null && (await note(state, "form", () => sign(state, present, challenge)));
    if (isDone) {
      state.forms.add(present.email);
      person = state.people.pop();
    }
    await pause(isDone ? BETWEEN_ACTS : BEFORE_ANOTHER_TRY);
  }
}

/** Asks no database; null where nobody listens. */
async function drawSum(state: State): Promise<CaptchaChallenge | null> {
  let challenge: CaptchaChallenge | null = null;
  await note(state, "number", async () => {
    const { text, ...answer } = await request(state, "/api/captcha");
    const isDone = answer.status === 200;
    if (isDone) challenge = JSON.parse(text) as CaptchaChallenge;
    return { ...answer, isDone };
  });
  return challenge;
}

async function callSign(state: State, person: Person, challenge: CaptchaChallenge): Promise<Told> {
  const { text, ...answer } = await request(state, "/api/petition/sign", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge) }),
  });
  const { outcome, success, message } = JSON.parse(text) as AnyOf<SignOutcome>;
  return {
    ...answer,
    isDone: success === true,
    wrong: answer.status === 503 && !(outcome === "unavailable" && isSentence(message)) && "a form is refused in no words",
  };
}

/** As a browser without a script does. */
async function postForm(state: State, person: Person, challenge: CaptchaChallenge): Promise<Told> {
  const { text, ...page } = await request(state, "/");
  if (page.status !== 200) return { ...page, isDone: false };
  const { fullName, email, visibility } = person;
  const typed = { fullName, email, visibility, gdprConsent: "true", ...solved(challenge) };
  const versions = ["consentVersion", "petitionVersion", "policyVersion"].map((name) => [name, hiddenIn(text, name)]);
  const body = new URLSearchParams({ ...typed, ...Object.fromEntries(versions) });
  const { text: shown, ...answer } = await request(state, "/?index", { method: "POST", body });
  const keepsAll = [fullName, email].every((value) => shown.includes(`value="${value}"`));
  return {
    ...answer,
    isDone: answer.status === 303,
    wrong: answer.status === 503 && !keepsAll && "a refused form forgets what was typed",
  };
}

function hiddenIn(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
}

async function followLinks(state: State): Promise<void> {
  while (!state.isOver) {
    const letter = state.letters[state.read];
    if (letter) {
      state.read += 1;
      // An e-mail may come twice where nobody could note that it was sent.
      if (!state.followed.has(letter.recipient)) await follow(state, letter, () => state.isOver);
    }
    await pause(BETWEEN_ACTS);
  }
}

/** Until it is heard to be counted, or over. */
async function follow(state: State, { recipient, links }: Email, isOver = () => false): Promise<void> {
  const link = links.find((one) => one.includes("/confirm?")) ?? "";
  const path = `/api/petition/confirm/${new URL(link).searchParams.get("token")}`;
  const once = async () => {
    // Whoever was refused before may be counted all the same.
    const mayBeCounted = state.followed.has(recipient);
    state.followed.add(recipient);
    const { text, ...answer } = await request(state, path);
    const { success, message } = JSON.parse(text) as ConfirmAnswer;
    const wrong =
      (answer.status === 503 && !isSentence(message) && "a link is refused in no words") ||
      (answer.status === 409 && !mayBeCounted && "somebody is counted who has not followed the link");
    return { ...answer, isDone: success || answer.status === 409, wrong };
  };
  while (!isOver()) {
    if (await note(state, "link", once)) return void state.counted.add(recipient);
    await pause(BEFORE_ANOTHER_TRY);
  }
}

async function readOn(state: State): Promise<void> {
  for (let turn = 0; !state.isOver; turn++) {
    const [asked, path] = turn % 2 === 0 ? (["page", "/"] as const) : (["number", "/api/petition/stats"] as const);
    await note(state, asked, async () => {
      const { text: _, ...answer } = await request(state, path);
      // What is in memory is shown, whatever has become of the database.
      return { ...answer, isDone: answer.status === 200, wrong: answer.status === 503 && "a page is refused" };
    });
    await pause(10 * BETWEEN_ACTS);
  }
}

interface Response {
  status: number;
  retryAfter: string | null;
  text: string;
}

async function request({ url }: State, path: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(HANGS);
  const answer = await fetch(url + path, { ...init, redirect: "manual", signal });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
}

/** Answers whether it was done. */
async function note(state: State, asked: Answer["asked"], ask: () => Promise<Told>): Promise<boolean> {
  const askedAt = performance.now();
  const told = await ask().catch((failure: Error) => failure);
  const answeredAt = performance.now();
  const took = Math.round(answeredAt - askedAt);
  if (took > BOUNDS[asked]) state.wrong.push(`a ${asked} is answered after ${took} ms`);
  if (told instanceof Error) {
    // Whoever is cut off knows it; anything else is no answer that we can read.
    if (!(told instanceof TypeError)) state.wrong.push(`a ${asked} fails: ${told.name}`);
    state.answers.push({ asked, became: "broken", askedAt, answeredAt });
    return false;
  }
  const { status, isDone, retryAfter, wrong } = told;
  if (wrong) state.wrong.push(wrong);
  if (!isDone && status !== 503) state.wrong.push(`a ${asked} is answered with ${status}`);
  if (status === 503 && !(Number(retryAfter) > 0)) state.wrong.push(`a ${asked} is refused without Retry-After`);
  state.answers.push({ asked, became: isDone ? "done" : "refused", askedAt, answeredAt });
  return isDone;
}

function isSentence(message: string | undefined): boolean {
  return /\p{L}{3}.* .*\p{L}{3}/u.test(message ?? "");
}
