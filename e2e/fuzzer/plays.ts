/** Two people, a stranger who knows their addresses, and the administrator, in any order and at once. */
import fc from "fast-check";
import type { SignOutcome } from "../../contract/signing.ts";
import { type AnyOf, solved } from "../../server/testing/house.ts";
import { crowd, type Person } from "../../server/testing/people.ts";
import { faultsOfNumbers, hiddenNames, namesTold } from "./invariants.ts";
import { ADMINISTRATOR } from "./requests.ts";
import { type BesiegedSite, linksOf } from "./site.ts";
import { faultsOfLog } from "./verdict.ts";

const ACTS = [
  ...([
    "sign",
    "resend",
    "confirm",
    "suppress",
    "undo",
    "withdraw",
    "erase by link",
    "restore",
    "correct",
    "withdraw own",
  ] as const),
  ...(["remove", "quarantine", "release", "hide", "show", "pause", "reopen"] as const),
];
export type Doing = (typeof ACTS)[number];

interface Act {
  does: Doing;
  to: 0 | 1;
  /** Which of the links that they got, counted from the latest. */
  link: number;
}

export interface Turn {
  acts: Act[];
  /** That go by afterwards. */
  pause: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Of the sign form to one mailbox in 24 hours. */
const LETTERS_A_DAY = 5;

const acts: fc.Arbitrary<Act> = fc.record({
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Doing>("sign", "confirm", "withdraw", "restore") },
    { weight: 4, arbitrary: fc.constantFrom(...ACTS) },
  ),
  to: fc.constantFrom(0, 1),
  link: fc.nat({ max: 2 }),
});

export const plays: fc.Arbitrary<Turn[]> = fc.array(
  fc.record({ acts: fc.array(acts, { minLength: 1, maxLength: 4 }), pause: fc.constantFrom(0, 1, 1, 2, 25 * 60) }),
  { minLength: 3, maxLength: 14 },
);

/** With two people whom the site has never seen. What did not hold, in sentences; ends at the first turn with any. */
export async function perform(site: BesiegedSite, turns: Turn[]): Promise<string[]> {
  const people = newPeople();
  const stage = openStage(site, people);
  for (const [index, { acts: together, pause }] of turns.entries()) {
    const isSteady = !together.some(({ does }) => does === "pause" || does === "reopen");
    const faults = (await Promise.all(together.map((act) => stage.perform(act, isSteady)))).flat();
    await site.house.site.outbox.runDue();
    site.house.clock.forward(1000);
    faults.push(...stage.faultsOfMail(), ...(await faultsOfNumbers(site)), ...faultsOfLog(site.takeLog(), site.secrets));
    // The list changes little from turn to turn, and takes long to read.
    if (index % 4 === 3 || index === turns.length - 1)
      faults.push(...(await namesTold(site, [...(await hiddenNames(site)), ...people.map(({ email }) => email)])));
    if (faults.length > 0) return faults.map((fault) => `turn ${index + 1}: ${fault}`);
    site.house.clock.forward(pause * MINUTE);
  }
  await stage.tidyUp();
  return [];
}

/** A minute between the acts, all to the first of the two. */
export function oneByOne(...doings: Doing[]): Turn[] {
  return doings.map((does) => ({ acts: [{ does, to: 0, link: 0 }], pause: 1 }));
}

let appeared = 1000;

/** Of one length: none is a part of another. */
function newPeople(): [Person, Person] {
  appeared += 2;
  const [one, other] = crowd(appeared, "play").slice(-2);
  if (!one || !other) throw new Error("Nobody is there");
  return [
    { ...one, visibility: "private" },
    { ...other, visibility: "public" },
  ];
}

function openStage(site: BesiegedSite, people: [Person, Person]) {
  const { house, adminKey } = site;
  const arrivals: { recipient: string; isOfForm: boolean; at: number }[] = [];
  let read = house.inbox.letters.length;
  let sources = 0;

  const form = { "content-type": "application/x-www-form-urlencoded" };
  const administrator = { authorization: `Bearer ${adminKey}`, "x-forwarded-for": ADMINISTRATOR };

  return { perform: performAct, faultsOfMail, tidyUp: () => setCollection("open") };

  async function performAct({ does, to, link }: Act, isSteady: boolean): Promise<string[]> {
    const person = people[to];
    switch (does) {
      case "sign":
        return isSteady ? alike(person, signed) : only(signed(person));
      case "resend":
        return alike(person, ({ email }) => house.post("/api/petition/resend", { email }, someone()));
      case "withdraw":
        return alike(person, ({ email }) => house.post("/api/petition/delete", { email, confirmDeletion: true }, someone()));
      case "confirm":
        return withLink("confirmation", person, link, (token) => house.confirm(token, someone()));
      case "suppress":
        return withLink("suppression", person, link, (token) => submit("/nicht-ich", { token }));
      case "undo":
        return withLink("suppression", person, link, (token) => submit("/nicht-ich", { token, intent: "undo" }));
      case "erase by link":
        return withLink("deletion", person, link, (token) => submit("/widerruf", { token }));
      case "restore":
        return withLink("restoration", person, link, (token) => submit("/wiederherstellen", { token }));
      case "correct": {
        const fields = { fullName: person.fullName, visibility: link === 1 ? "public" : "private" };
        return withLink("personal", person, 0, (token) => submit("/meine-daten", { token, ...fields }));
      }
      case "withdraw own":
        return withLink("personal", person, link, (token) => submit("/meine-daten", { token, intent: "withdraw" }));
      case "remove":
        return withId(person, (id) => call("DELETE", `signatures/${id}`));
      case "quarantine":
      case "release":
        return withId(person, (signature) => call("POST", does, { signature, expected: 1 }));
      case "hide":
      case "show":
        return withId(person, (id) => call("POST", `signatures/${id}/name`, { hidden: does === "hide" }));
      case "pause":
        return setCollection("paused");
      case "reopen":
        return setCollection("open");
    }
  }

  /** The same is asked for an address that nobody knows: the answers must not differ. */
  async function alike(person: Person, ask: (person: Person) => Promise<Told>): Promise<string[]> {
    const unknown = { ...person, email: `nobody.${house.inbox.letters.length}.${someone()["x-forwarded-for"]}@example.net` };
    const [known, other] = [await ask(person), await ask(unknown)];
    const [one, two] = [known, other].map(({ status, body }, index) =>
      JSON.stringify([status, body]).replaceAll(index === 0 ? person.email : unknown.email, "ADDRESS"),
    );
    return [
      ...accident(known),
      ...accident(other),
      ...(one === two ? [] : [`a known address is told apart: ${one} but ${two}`]),
    ];
  }

  async function signed({ fullName, email, visibility, locale }: Person): Promise<Told> {
    const fields = { fullName, email, visibility, locale, gdprConsent: true, ...solved(house.site.petition.drawCaptcha()) };
    return house.post<AnyOf<SignOutcome>>("/api/petition/sign", fields, someone());
  }

  async function withLink(
    kind: keyof ReturnType<typeof linksOf>,
    person: Person,
    back: number,
    follow: (token: string) => Promise<Told>,
  ): Promise<string[]> {
    const tokens = house.inbox.of(person.email).map(({ links }) => linksOf(links)[kind]);
    const token = tokens.filter((one) => one !== undefined).at(-1 - back);
    return token === undefined ? [] : only(follow(token));
  }

  /** As the administrator finds it: whatever it comes to meanwhile. */
  async function withId({ email }: Person, act: (id: string) => Promise<Told>): Promise<string[]> {
    const [row] = await house.rows<{ id: string }>(`select id from signatures where email = '${email}'`);
    return row === undefined ? [] : only(act(row.id));
  }

  function setCollection(status: "open" | "paused"): Promise<string[]> {
    return only(call("PUT", "collection", { status }));
  }

  async function call(method: string, path: string, body?: object): Promise<Told> {
    const headers = { ...administrator, ...(body && { "content-type": "application/json" }) };
    const answer = await fetch(`${house.url}/api/admin/${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: await answer.text() };
  }

  function submit(path: string, fields: Record<string, string>): Promise<Told> {
    return house.post(path, new URLSearchParams(fields).toString(), { ...form, ...someone() });
  }

  /** Each request comes from somewhere else, so that no limit holds it up. */
  function someone(): { "x-forwarded-for": string } {
    sources += 1;
    const part = () => Math.floor(Math.random() * 256);
    return { "x-forwarded-for": `10.${part()}.${part()}.${sources % 256}` };
  }

  function faultsOfMail(): string[] {
    const now = house.clock.now().getTime();
    for (const { recipient, links } of house.inbox.letters.slice(read)) {
      const { restoration, deletion } = linksOf(links);
      arrivals.push({ recipient, isOfForm: restoration === undefined && deletion === undefined && links.length > 1, at: now });
    }
    read = house.inbox.letters.length;
    return people.flatMap(({ email }) => {
      const lately = arrivals.filter(({ recipient, isOfForm, at }) => recipient === email && isOfForm && at > now - DAY);
      return lately.length > LETTERS_A_DAY ? [`${lately.length} e-mails of the form in a day to one mailbox`] : [];
    });
  }
}

interface Told {
  status: number;
  body: unknown;
}

async function only(asked: Promise<Told>): Promise<string[]> {
  return accident(await asked);
}

function accident({ status, body }: Told): string[] {
  return status >= 500 ? [`status ${status}: ${JSON.stringify(body).slice(0, 100)}`] : [];
}
