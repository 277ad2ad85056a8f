/** The seeds are fixed; `npm run fuzz` takes others, and very many more requests. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RIGHT_KEY } from "./fuzzer/material.ts";
import { oneByOne, perform, plays } from "./fuzzer/plays.ts";
import type { Header, StrangeRequest } from "./fuzzer/request.ts";
import { type BesiegedOptions, type BesiegedSite, openBesiegedSite } from "./fuzzer/site.ts";
import { storm, tryOut } from "./fuzzer/storm.ts";
import { faultsOfLog } from "./fuzzer/verdict.ts";
import { changesBetween, look, type Seen } from "./fuzzer/watching.ts";

const FORM = "application/x-www-form-urlencoded";

function request(method: string, target: string, rest: Partial<StrangeRequest> = {}): StrangeRequest {
  return { method, target, headers: [], body: null, framing: "length", source: "10.1.2.3", ...rest };
}

/** What one of the tests breaks, another must not find. */
function besieged(options: BesiegedOptions): () => BesiegedSite {
  let site: BesiegedSite | undefined;
  beforeAll(async () => {
    site = await openBesiegedSite(options);
  });
  afterAll(() => site?.close());
  return () => {
    if (!site) throw new Error("The site is not open");
    return site;
  };
}

const ENGINES = [
  { engine: "embedded", deleteBy: "link", from: 0 },
  { engine: "server", deleteBy: "request", from: 300 },
] as const;

describe.each(ENGINES)("Strangers who send anything ($engine database, deleting by $deleteBy)", (options) => {
  const site = besieged(options);

  // Each database gets as many of its own.
  test("requests of any kind by the hundred: no accident, nothing told, nothing changed for others", async () => {
    const { found, sent } = await storm(site(), { seed: 20_261_122, requests: 300, from: options.from });
    expect(found).toEqual([]);
    expect(sent).toBe(300);
  });

  test("the storm would notice: who has the administrator's key is told everything", async () => {
    const headers: Header[] = [["Authorization", `Bearer ${RIGHT_KEY}`]];
    const { answer } = await tryOut(site(), request("GET", "/api/admin/signatures?limit=100", { headers }));
    expect(answer?.status).toBe(200);
    expect(site().secrets.filter((secret) => answer?.body.includes(secret)).length).toBeGreaterThan(3);
  });
});

describe.each(ENGINES)("People who act at once ($engine database, deleting by $deleteBy)", (options) => {
  const site = besieged(options);

  test("two people, a stranger and the administrator in any order: the numbers agree, nobody is told apart", async () => {
    const holds = fc.asyncProperty(plays, async (play) => {
      expect(await perform(site(), play)).toEqual([]);
    });
    await fc.assert(holds, { seed: 20_261_122, numRuns: 4, interruptAfterTimeLimit: 60_000 });
  });

  // A link alone deletes nothing, and who signs again and again is as far as it goes there.
  test.runIf(options.deleteBy === "request")(
    "sign, delete, sign, delete: no more than five e-mails of the form a day come to one mailbox",
    async () => {
      const again = ["sign", "withdraw", "restore"] as const;
      expect(await perform(site(), oneByOne(...Array.from({ length: 8 }, () => again).flat()))).toEqual([]);
    },
  );

  test("somebody resends, deletes, signs and confirms in one moment, ten times over: no accident", async () => {
    const doings = ["resend", "withdraw", "sign", "confirm"] as const;
    const turn = { acts: doings.map((does) => ({ does, to: 0 as const, link: 0 })), pause: 2 };
    expect(await perform(site(), [...oneByOne("sign"), ...Array.from({ length: 10 }, () => turn)])).toEqual([]);
  });
});

describe("What was once found", () => {
  const opened = besieged({ engine: "server", deleteBy: "link" });
  const places = ["/", "/it/datenschutz", "/nirgendwo", "/einwilligung/0000000000000000", "/api/petition/stats"];
  let before: Seen;
  beforeAll(async () => {
    before = await look(opened(), places);
  });

  test.each<[string, StrangeRequest]>([
    ["an origin that is no address", request("GET", "/it/datenschutz", { headers: [["Origin", "null"]] })],
    ["an origin of raw bytes", request("HEAD", "/pl/nicht-ich", { headers: [["Origin", "\xff"]] })],
    ["an empty origin", request("GET", "/nirgendwo", { headers: [["Origin", ""]] })],
    ["a form without a body", request("POST", "/fr/meine-daten/herunterladen")],
    ["a form without a body, in pieces", request("POST", "/de/meine-daten", { framing: "chunked" })],
    ["the confirming button without a body", request("POST", "/confirm")],
    [
      "a form to a name and key before a host",
      request("POST", "//user:key@evil.example/en/consent-demo", { headers: [["Content-Type", FORM]], body: "" }),
    ],
    ["a form to two slashes", request("POST", "//", { headers: [["Content-Type", FORM]], body: "" })],
    [
      "a form to slashes, emoji and quotes",
      request("POST", "///%F3%A6%B9%A5/'//", { headers: [["Content-Type", FORM]], body: "" }),
    ],
    ["the address of another site, as proxies are asked", request("GET", "http://evil.example/de/impressum")],
    ["the address of another site, untidy", request("GET", "HTTP://evil.example//Impressum/?a=b")],
    ["a consent text by a name with a zero byte", request("GET", "/nl/einwilligung/%00")],
    ["a consent text by a name without an encoding", request("GET", "/einwilligung/%ED%A0%80")],
    ["a method that pages do not know, at an address that cannot be read", request("TRACE", "/healthz%zz")],
    [
      "a body that ends before its time",
      request("POST", "/api/petition/sign", {
        headers: [["Content-Type", "application/json"]],
        body: "{}",
        framing: "too-long",
      }),
    ],
    [
      "another site's form for the language",
      request("POST", "/sprache", {
        headers: [
          ["Origin", "https://evil.example"],
          ["Content-Type", FORM],
        ],
        body: "lang=pl",
      }),
    ],
  ])("%s", async (_what, strange) => {
    const site = opened();
    site.takeLog();
    const { faults } = await tryOut(site, strange);
    const after = await look(site, places);
    expect([...faults, ...faultsOfLog(site.takeLog(), site.secrets), ...changesBetween(before, after)]).toEqual([]);
  });
});
