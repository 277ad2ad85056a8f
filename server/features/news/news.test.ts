import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminNews } from "../../../contract/administration/news.ts";
import { NOTICE_LENGTH_MAX } from "../../../petition/collection.ts";
import { inEachLanguage, LANGUAGES, type Language } from "../../../petition/language.ts";
import type { PetitionConfig } from "../../../petition.config.ts";
import { SHARED } from "../../platform/http/answers.ts";
import { allTranslators } from "../../platform/translators.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";
import { writeFeed } from "./feed.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };
const PUBLIC_URL = "https://petition.example";
const translators = allTranslators();

const handover: PetitionConfig["handover"] = {
  recipient: inEachLanguage(() => "Petitionsausschuss"),
  date: "2026-12-01",
  erasedBy: "2027-06-01",
  result: { de: "Er hat sie <angenommen>.\n\nDanke!" },
};

interface Entry {
  id: string;
  title: string;
  language: string | undefined;
  published: string;
  updated: string;
  paragraphs: string[];
}

/** Throws where it is not well-formed, or lacks what RFC 4287 asks for. */
function read(xml: string) {
  expect(xml).toMatch(/^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  const open: string[] = [];
  for (const [part, tag] of xml.replace(/^<\?xml version="1.0" encoding="utf-8"\?>/, "").matchAll(/<([^<>]*)>|[^<>]+|[<>]/g)) {
    if (tag === undefined) expect(part).toMatch(/^(?:[^&<>]|&(?:amp|lt|gt|quot);)*$/);
    else if (tag.startsWith("/")) expect(open.pop()).toBe(tag.slice(1));
    else {
      expect(tag).toMatch(/^[a-z]+(?: [a-z:]+="(?:[^"&<]|&(?:amp|lt|gt|quot);)*")*\/?$/);
      if (!tag.endsWith("/")) open.push(tag.split(" ")[0] ?? "");
    }
  }
  expect(open).toEqual([]);
  const [head = "", ...entries] = xml.split("<entry>");
  return { ...read1(head), self: /rel="self"[^>]*href="([^"]*)"/.exec(head)?.[1], entries: entries.map(read1) };
}

function read1(xml: string): Entry {
  const one = (name: string) => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
  const found = { id: one("id"), title: one("title"), published: one("published"), updated: one("updated") };
  expect(found.id).toMatch(/^urn:uuid:[\da-f-]{36}$/);
  expect(new Date(found.updated).toISOString()).toBe(found.updated);
  expect(xml).toContain('rel="alternate" type="text/html"');
  const [, language] = /<title xml:lang="(..)"/.exec(xml) ?? [];
  return { ...found, language, paragraphs: [...xml.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, text = ""]) => text) };
}

describe("The feed", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY, PUBLIC_URL, TARGET_COUNT: "4" }, { handover });
  });
  afterAll(() => house.close());

  async function feed(language: Language = "de") {
    // Beyond what any of its caches keeps.
    house.clock.forward(1000);
    return read((await house.get<string>(`/feed.xml?lang=${language}`)).body);
  }
  async function ask<Body = AdminNews>(method: string, path: string, body: unknown) {
    house.clock.forward(1000);
    const headers = { ...BEARER, "content-type": "application/json" };
    const answer = await fetch(`${house.url}/api/admin/${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Body };
  }
  const newest = async (language?: Language) => (await feed(language)).entries[0] as Entry;

  test("is valid while there is nothing to say, one for each language, and German where none of ours is asked for", async () => {
    const ids = new Set<string>();
    for (const language of LANGUAGES) {
      const { id, title, self, entries } = await feed(language);
      ids.add(id);
      expect(title).toBe(translators[language]("news.answer.title", { petition: translators[language]("frame.name") }));
      expect(self).toBe(`${PUBLIC_URL}/feed.xml?lang=${language}`);
      expect(entries).toEqual([]);
    }
    expect(ids.size).toBe(LANGUAGES.length);
    const german = (await house.get<string>("/feed.xml?lang=de")).body;
    for (const path of ["/feed.xml", "/feed.xml?lang=tlh"]) expect((await house.get<string>(path)).body).toBe(german);
    // In the same second, from what is kept.
    expect(read((await house.get<string>("/feed.xml?lang=pl")).body).id).not.toBe(read(german).id);
  });

  test("is kept by caches as long as the number, has a validator, and answers HEAD", async () => {
    const { status, headers } = await house.get("/feed.xml");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(headers.get("cache-control")).toBe(SHARED);
    expect(headers.get("set-cookie")).toBeNull();
    const validator = { "if-none-match": headers.get("etag") ?? "" };
    expect((await house.get("/feed.xml", validator)).status).toBe(304);
    const asked = await fetch(`${house.url}/feed.xml`, { method: "HEAD" });
    expect([asked.status, await asked.text(), asked.headers.get("etag")]).toEqual([200, "", headers.get("etag")]);
  });

  test("says a milestone once it is reached, in each language, and keeps it when the number falls", async () => {
    await house.signAndConfirm(anna);
    await house.site.tasks.runDue();
    for (const language of LANGUAGES) {
      const t = translators[language];
      expect((await feed(language)).entries).toMatchObject([
        {
          title: t("news.answer.milestone.title", { milestone: "25" }),
          paragraphs: [t("news.answer.milestone.text", { count: 1, target: 4 })],
        },
      ]);
    }
    const before = await feed();
    house.clock.forward(10 * 60_000);
    await house.site.tasks.runDue();
    await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
    house.clock.forward(10 * 60_000);
    await house.site.tasks.runDue();
    expect((await feed()).entries).toEqual(before.entries);
  });

  test("says a pause at once, other words in the same entry, and the reopening in its own", async () => {
    await ask("PUT", "collection", {
      status: "paused",
      day: "2026-12-03",
      texts: { pl: "Przenosimy serwery.\n\nDo zobaczenia!" },
    });
    const t = translators.pl;
    const paused = await newest("pl");
    expect(paused).toMatchObject({
      title: t("collection.answer.paused.title"),
      paragraphs: [expect.stringContaining("3 grudnia 2026"), "Przenosimy serwery.", "Do zobaczenia!"],
    });
    expect((await newest("en")).paragraphs.at(-1)).toBe(translators.en("collection.answer.paused.text"));

    await ask("PUT", "collection", { status: "paused", texts: { pl: "Jutro wracamy." } });
    const changed = await newest("pl");
    expect(changed).toMatchObject({ id: paused.id, published: paused.published, paragraphs: ["Jutro wracamy."] });
    expect(changed.updated > paused.updated).toBe(true);
    expect((await feed("pl")).updated).toBe(changed.updated);

    await ask("PUT", "collection", { status: "open" });
    const [reopened, kept] = (await feed("pl")).entries;
    expect(reopened?.title).toBe(t("news.answer.open.title"));
    expect(kept).toEqual(changed);
  });

  test("says what the administrator writes while signing is open, to every reader, and e-mails nobody", async () => {
    const outbox = await house.rows("select id from outbox");
    const { status } = await ask("POST", "news", {
      texts: { de: "Der Ausschuss <hat> gefragt\nAm „Montag“ & danach ]]>\n\nMehr bald." },
    });
    expect(status).toBe(200);
    const german = await newest();
    expect(german).toMatchObject({
      title: "Der Ausschuss &lt;hat&gt; gefragt",
      language: "de",
      paragraphs: ["Am „Montag“ &amp; danach ]]&gt;", "Mehr bald."],
    });
    const french = await newest("fr");
    expect(french).toMatchObject({ title: german.title, language: "de" });
    expect(french.id).not.toBe(german.id);
    expect(await house.rows("select id from outbox")).toEqual(outbox);
  });

  test("what is corrected stays the same entry; the audit log knows languages, and no words", async () => {
    const before = await newest();
    const { body: kept } = await ask("GET", "news", undefined);
    const id = kept.news[0]?.id ?? "";
    const { body } = await ask("PUT", `news/${id}`, {
      texts: { de: "Der Ausschuss hat geantwortet", fr: "La commission a répondu" },
    });
    expect(body.news).toHaveLength(1);
    const after = await newest();
    expect(after).toMatchObject({
      id: before.id,
      published: before.published,
      title: "Der Ausschuss hat geantwortet",
      paragraphs: [],
    });
    expect(after.updated > before.updated).toBe(true);
    expect(await newest("fr")).toMatchObject({ title: "La commission a répondu", language: "fr" });
    const lines = await house.rows("select action, changes from audit_log where entity_id = 'news' order by timestamp, id");
    expect(lines).toEqual([
      { action: "news-published", changes: '{"texts":"de"}' },
      { action: "news-corrected", changes: '{"texts":"de fr"}' },
    ]);
  });

  test.each([
    [{}, "text-missing"],
    [{ de: " \n " }, "text-missing"],
    [{ pl: "ą".repeat(NOTICE_LENGTH_MAX + 1) }, "text-too-long"],
    [{ de: "a\u0000b" }, "text-forbidden"],
    [{ tlh: "nuqneH" }, "language-unknown"],
  ])("%j is refused with a sentence, and publishes nothing", async (texts, code) => {
    const before = await feed();
    const { status, body } = await ask<{ message: string; errors: { code: string }[] }>("POST", "news", { texts });
    expect([status, body.errors[0]?.code, body.message === ""]).toEqual([400, code, false]);
    expect((await feed()).entries).toEqual(before.entries);
  });

  test("nobody corrects what is not there, and nobody publishes without the key", async () => {
    const texts = { de: "Hallo" };
    expect((await ask("PUT", "news/11111111-1111-4111-8111-111111111111", { texts })).status).toBe(404);
    expect((await ask("PUT", "news/handover", { texts })).status).toBe(400);
    expect((await house.post("/api/admin/news", { texts })).status).toBe(401);
  });

  test("says the handover from its day on, with its result, and goes on after the petition's end", async () => {
    const before = await feed();
    await house.site.tasks.runDue();
    expect((await feed()).entries).toEqual(before.entries);
    house.clock.forward(11 * 24 * 3_600_000);
    await house.site.tasks.runDue();
    expect(await newest()).toMatchObject({
      title: translators.de("news.answer.handover"),
      paragraphs: [
        expect.stringMatching(/^Am 1\. Dezember 2026 .+Petitionsausschuss/),
        "Er hat sie &lt;angenommen&gt;.",
        "Danke!",
      ],
    });
    expect((await newest("nl")).paragraphs.slice(1)).toEqual(["Er hat sie &lt;angenommen&gt;.", "Danke!"]);
    expect((await ask("POST", "end", { waive: true })).status).toBe(200);
    await ask("POST", "news", { texts: { en: "A year later" } });
    expect(await newest("en")).toMatchObject({ title: "A year later" });
  });
});

test("What XML cannot hold is left out of what campaigns say", () => {
  const recipient = inEachLanguage(() => 'A\u0000\u001b\ud800 & "B"\uffff');
  const at = new Date("2026-12-01T12:00:00Z");
  const content = { kind: "handover" as const, date: "2026-12-01", recipient, texts: {} };
  const entries = [{ id: "handover", content, publishedAt: at, updatedAt: at }];
  const { entries: said } = read(
    writeFeed({ entries, updatedAt: at, language: "en", t: translators.en, publicUrl: PUBLIC_URL }),
  );
  expect(said[0]?.paragraphs[0]).toContain("A &amp; &quot;B&quot;");
});
