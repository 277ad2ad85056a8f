import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LatestSupporter, PetitionStats, SupporterPage } from "../../../contract/supporters.ts";
import { compileMessages } from "../../../messages/catalogue.ts";
import { translator } from "../../../messages/translate.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { SHARED } from "../../platform/http/answers.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { readLog } from "../../testing/log-reader.ts";
import { anna, bruno, clara, crowd, ewa, type Person } from "../../testing/people.ts";

const PAGES = "/api/petition/supporters-paginated";
const LATEST = "/api/petition/supporters";
const KEY = "the-key-of-our-tests";
const HOUR = 60 * 60_000;

const PUBLIC_CALLS = [LATEST, PAGES, "/api/petition/stats", "/api/captcha", "/api/openapi.json", "/metrics"];
const PUBLIC_PAGES = ["/", "/_.data", "/unterstuetzer/seite/1", "/unterstuetzer/seite/1.data", "/pl", "/sitemap.xml"];

const labelIn = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    translator(language, { [language]: compileMessages(language, { forBrowser: false }) })("supporters.anonymous"),
  ]),
);

describe("The list of supporters", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY }, { parallel: true });
  });
  afterAll(() => house.close());

  const latest = async (lang = "") => (await house.get<LatestSupporter[]>(`${LATEST}${lang}`)).body;
  const page = async (query = "") => (await house.get<SupporterPage>(`${PAGES}${query}`)).body;

  test("before anybody has signed: an empty list of one page", async () => {
    expect(await page()).toEqual({ supporters: [], total: 0, totalPages: 1 });
    expect(await latest()).toEqual([]);
  });

  test("where nobody signed in public the home list is empty, the paginated one counts them without a name", async () => {
    await house.signAndConfirm(bruno);
    expect(await latest()).toEqual([]);
    const { supporters, total } = await page();
    expect(total).toBe(1);
    expect(supporters).toMatchObject([{ name: "Unterstützer", initials: "", visibility: "private" }]);
  });

  test("newest first, public ones by name and initials, private ones as the label in the reader's language", async () => {
    for (const person of [anna, ewa]) await house.signAndConfirm(person);
    house.clock.forward(HOUR);
    for (const language of LANGUAGES) {
      const wanted = [
        { name: ewa.fullName, initials: "EW", visibility: "public" },
        { name: anna.fullName, initials: "AB", visibility: "public" },
        { name: labelIn[language], initials: "", visibility: "private" },
      ];
      expect(await latest(`?lang=${language}`)).toMatchObject(wanted);
      expect((await page(`?lang=${language}`)).supporters).toMatchObject(wanted);
    }
    expect(labelIn).toMatchObject({ de: "Unterstützer", en: "supporter" });
  });

  test("without a language, or with one we do not speak, lists are German, whatever the browser prefers", async () => {
    for (const lang of ["", "?lang=xx", "?lang=de&lang=pl"]) {
      const { body } = await house.get<LatestSupporter[]>(`${LATEST}${lang}`, {
        "accept-language": "pl",
        cookie: "language=fr",
      });
      expect(body.map(({ name }) => name)).toContain("Unterstützer");
    }
    expect((await latest())[0]?.timeAgo).toBe("vor 1 Stunde");
    expect((await latest("?lang=pl"))[0]?.timeAgo).toBe("1 godzinę temu");
  });

  test("Bruno's name and anybody's address are in no public answer", async () => {
    const paths = [
      LATEST,
      PAGES,
      "/api/petition/stats",
      `${PAGES}?page=1&pageSize=1`,
      `${PAGES}?page=3&pageSize=1`,
      "/metrics",
    ];
    for (const path of paths)
      for (const lang of LANGUAGES) {
        const { body } = await house.get<unknown>(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
        expect(JSON.stringify(body)).not.toMatch(/Bruno|Kessler|"BK"|@/);
      }
  });

  test("search engines are asked to leave out every form of the list, and not to quote names from the home page", async () => {
    const withNames = [
      ...[LATEST, PAGES],
      ...["/unterstuetzer/seite/1", "/pl/unterstuetzer/seite/1.data", "/_.data", "/pl.data"],
    ];
    for (const path of withNames)
      expect([path, (await house.get(path)).headers.get("x-robots-tag")]).toEqual([path, "noindex"]);
    for (const path of ["/", "/pl", "/digitaler-euro", "/api/petition/stats"])
      expect([path, (await house.get(path)).headers.get("x-robots-tag")]).toEqual([path, null]);
    for (const path of ["/", "/pl", "/unterstuetzer/seite/1"]) {
      const { body } = await house.get<string>(path);
      const visible = body.replace(/<script.*?<\/script>/gs, "");
      const quoted = visible.replace(
        /<span data-nosnippet="">(?:<span[^>]*>[^<]*(?:<(?!\/span)[^<]*)*<\/span>|.)*?<\/span>/gs,
        "",
      );
      expect([path, visible.includes(anna.fullName), quoted.includes(anna.fullName)]).toEqual([path, true, false]);
    }
  });

  test("items hold the promised fields and no other", async () => {
    const [newest] = await latest();
    expect(Object.keys(newest ?? {}).sort()).toEqual(["confirmedAt", "id", "initials", "name", "timeAgo", "visibility"]);
    const { supporters } = await page();
    expect(Object.keys(supporters[0] ?? {}).sort()).toEqual(["confirmedAt", "id", "initials", "name", "visibility"]);
  });

  test("no row's id is in anything that strangers can read", async () => {
    const ids = (
      await house.rows<{ id: string }>(
        "select id::text from signatures union all select id::text from pending_confirmations union all select id::text from outbox",
      )
    ).flatMap(({ id }) => [id, id.replaceAll("-", ""), Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")]);
    expect(ids.length).toBeGreaterThan(0);
    for (const path of [...PUBLIC_CALLS, ...PUBLIC_PAGES]) {
      const { status, body, headers } = await house.get<unknown>(path);
      expect(status, path).toBe(200);
      const answer = `${JSON.stringify(body)} ${JSON.stringify([...headers])}`;
      expect(
        ids.filter((id) => answer.includes(id)),
        path,
      ).toEqual([]);
    }
  });

  test("an entry's key is the same in both lists, on every page and after a start; no call takes it", async () => {
    const keys = (await latest()).map(({ id }) => id);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
    const keysOnPages = async () => {
      const each = await Promise.all(keys.map((_, place) => page(`?page=${place + 1}&pageSize=1&lang=pl`)));
      return each.flatMap(({ supporters }) => supporters.map(({ id }) => id));
    };
    expect(await keysOnPages()).toEqual(keys);
    await house.restart();
    expect(await keysOnPages()).toEqual(keys);
    expect((await house.get(`/api/admin/signatures/${keys[0]}`, { authorization: `Bearer ${KEY}` })).status).toBe(400);
  });

  test("the home list holds ten", async () => {
    for (let index = 0; index < 12; index++) await house.signAndConfirm({ ...clara, email: `clara.${index}@example.org` });
    expect(await latest()).toHaveLength(10);
    expect((await page()).supporters).toHaveLength(15);
  });

  test("pages fit together, and one past the end is empty", async () => {
    const whole = await page("?pageSize=100");
    expect(whole).toMatchObject({ total: 15, totalPages: 1 });
    const parts: SupporterPage[] = [];
    for (const number of [1, 2, 3, 4]) parts.push(await page(`?page=${number}&pageSize=4`));
    expect(parts.flatMap(({ supporters }) => supporters)).toEqual(whole.supporters);
    expect(parts[3]).toMatchObject({ total: 15, totalPages: 4 });
    expect(await page("?page=5&pageSize=4")).toEqual({ supporters: [], total: 15, totalPages: 4 });
    expect(await page("?page=9007199254740991&pageSize=100")).toMatchObject({ supporters: [], total: 15 });
  });

  test.each([
    "page=0",
    "page=-1",
    "page=abc",
    "page=1.5",
    "page=",
    "page=%201",
    "page=1e1",
    "page=99999999999999999999",
    "page=1&page=2",
    "pageSize=0",
    "pageSize=101",
    "pageSize=abc",
    "page=1;drop%20table%20signatures",
  ])("%s is 400 with a sentence", async (query) => {
    const { status, body } = await house.get<{ message: string }>(`${PAGES}?${query}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(/\p{L}{3}/u);
  });

  test.each([LATEST, PAGES, "/api/petition/stats"])(
    "%s has a validator: who has the answer gets 304 until it changes",
    async (path) => {
      const first = await house.get(path);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(first.headers.get("cache-control")).toBe(SHARED);
      const again = await house.get<string>(path, { "if-none-match": etag });
      expect({ status: again.status, body: again.body, etag: again.headers.get("etag") }).toEqual({
        status: 304,
        body: "",
        etag,
      });
      await house.signAndConfirm({ ...anna, email: `${path.replaceAll("/", ".").slice(1)}@example.org` });
      const changed = await house.get(path, { "if-none-match": etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get("etag")).not.toBe(etag);
      const head = await fetch(house.url + path, { method: "HEAD" });
      expect(head.headers.get("etag")).toBe(changed.headers.get("etag"));
    },
  );

  test("weak validators, lists of them and * are understood as well", async () => {
    const etag = (await house.get(PAGES)).headers.get("etag") ?? "";
    for (const given of [`W/${etag}`, `"other", ${etag}`, "*"])
      expect((await house.get(PAGES, { "if-none-match": given })).status).toBe(304);
  });

  test("a quarantined signature is neither counted nor listed after the next reconciliation", async () => {
    const before = await page("?pageSize=100");
    await house.rows(`update signatures set quarantined_at = now() where email = '${ewa.email}'`);
    await house.restart();
    const after = await page("?pageSize=100");
    expect(after.total).toBe(before.total - 1);
    expect(after.supporters).toEqual(before.supporters.filter(({ name }) => name !== ewa.fullName));
    expect((await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount).toBe(after.total);
  });
});

describe("What an entry of the list says of its person", () => {
  let house: House;
  let annasLink: string;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    house.clock.forward(25 * 60_000 + 31_417);
    await house.sign(anna);
    const { body } = await house.confirm(await house.tokenOf(anna));
    annasLink = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    await house.signAndConfirm(bruno);
  });
  afterAll(() => house.close());

  const entries = async () => (await house.get<SupporterPage>(`${PAGES}?pageSize=100`)).body.supporters;
  const show = (visibility: "public" | "private") =>
    house.site.petition.correct(annasLink, { fullName: anna.fullName, visibility }, { language: "de" });
  const idOf = async ({ email }: Person) =>
    (await house.rows<{ id: string }>(`select id from signatures where email = '${email}'`))[0]?.id ?? "";

  test("Anna's has her name, and the minute; Bruno's nothing but 'Unterstützer', the hour and a key", async () => {
    const [annas, brunos] = await entries();
    const key = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(annas).toStrictEqual({
      ...{ id: key, name: anna.fullName, initials: "AB", visibility: "public" },
      confirmedAt: "2026-11-21T11:25:00.000Z",
    });
    expect(brunos).toStrictEqual({
      ...{ id: key, name: "Unterstützer", initials: "", visibility: "private" },
      confirmedAt: "2026-11-21T11:00:00.000Z",
    });
    const { body: latest } = await house.get<LatestSupporter[]>(LATEST);
    expect(latest).toStrictEqual([
      { ...annas, timeAgo: "vor 1 Minute" },
      { ...brunos, timeAgo: "gerade eben" },
    ]);
    expect((await house.get<string>("/unterstuetzer/seite/1")).body).not.toContain("11:25:31");
  });

  test("once Anna is listed without her name, by her or by the administrator, her entry has another key", async () => {
    const seen = new Set((await entries()).map(({ id }) => id));
    const name = async (hidden: boolean) =>
      house.post(`/api/admin/signatures/${await idOf(anna)}/name`, { hidden }, { authorization: `Bearer ${KEY}` });
    for (const hide of [
      () => show("private"),
      () => show("public"),
      () => name(true),
      () => name(false),
      () => show("private"),
    ]) {
      await hide();
      const brunos = (
        await house.rows<{ key: string }>(
          `select replace(list_key::text, '-', '') as key from signatures where email = '${bruno.email}'`,
        )
      )[0]?.key;
      const [annas] = (await entries()).filter(({ id }) => id !== brunos);
      expect(seen.has(annas?.id ?? "")).toBe(false);
      seen.add(annas?.id ?? "");
      expect(annas?.confirmedAt).toBe(`2026-11-21T11:${annas?.visibility === "public" ? "25" : "00"}:00.000Z`);
    }
  });

  test("nor once she has withdrawn and come back", async () => {
    const seen = (await entries()).map(({ id }) => id);
    await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
    await house.site.outbox.runDue();
    const link =
      house.inbox
        .of(anna.email)
        .at(-1)
        ?.links.find((one) => one.includes("/wiederherstellen")) ?? "";
    const token = new URL(link).searchParams.get("token") ?? "";
    const { petition } = house.site;
    const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" } as const;
    expect(await petition.restore(token, visitor, petition.presentTexts("de"))).toMatchObject({ outcome: "restored" });
    expect((await entries()).filter(({ id }) => !seen.includes(id))).toHaveLength(1);
  });

  test("twelve sign seconds apart: read once later, the list has another order than the public log", async () => {
    house.clock.forward(2 * HOUR - (house.clock.now().getTime() % HOUR));
    const people = crowd(12).map((person) => ({ ...person, visibility: "public" as const }));
    for (const person of people) await house.sign(person);
    const tokens: string[] = [];
    for (const person of people) tokens.push(await house.tokenOf(person));
    await house.site.publicLog.run();
    for (const token of tokens) {
      await house.confirm(token);
      // Each is an entry of its own, as where few sign.
      await house.site.publicLog.run();
      house.clock.forward(4_000);
    }
    const { entries: log } = await readLog(house.url);
    const signed = await house.rows<{ key: string; hash: string }>(
      "select replace(list_key::text, '-', '') as key, signature_hash as hash from signatures",
    );
    const inLog = log.flatMap((entry) =>
      entry.kind === "added" ? signed.filter(({ hash }) => hash === entry.commitment).map(({ key }) => key) : [],
    );
    const listed = (await entries()).slice(0, people.length);
    expect(new Set(listed.map(({ confirmedAt }) => confirmedAt)).size).toBe(1);
    const ids = listed.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(inLog.slice(-people.length).toSorted()).toEqual(ids.toSorted());
    expect([ids, ids.toReversed()]).not.toContainEqual(inLog.slice(-people.length));
  });

  test("the whole list is ordered by what it shows, time before key, and its pages fit together", async () => {
    const whole = await entries();
    const newestFirst = whole.toSorted(
      (one, other) => other.confirmedAt.localeCompare(one.confirmedAt) || (one.id < other.id ? 1 : -1),
    );
    expect(whole).toEqual(newestFirst);
    const pages: SupporterPage["supporters"] = [];
    for (let page = 1; page <= 5; page++)
      pages.push(...(await house.get<SupporterPage>(`${PAGES}?page=${page}&pageSize=3`)).body.supporters);
    expect(pages).toEqual(whole.slice(0, 15));
  });
});

describe("The list of supporters where surnames are shown as initials", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { PUBLIC_NAMES: "initials", ADMIN_KEY: KEY });
    // The examples that every site tells name the others.
    const shy = [{ ...bruno, fullName: "Bruno Kesselring" }, { ...anna, fullName: "Anna Brettschneider" }, ewa];
    for (const person of shy) await house.signAndConfirm(person);
  });
  afterAll(() => house.close());

  test("Anna is listed as Anna B., and her surname is in nothing that strangers can read", async () => {
    const { body } = await house.get<SupporterPage>(PAGES);
    expect(body.supporters).toMatchObject([
      { name: "Ewa W.", initials: "EW" },
      { name: "Anna B.", initials: "AB" },
      { name: "Unterstützer", initials: "" },
    ]);
    for (const path of [...PUBLIC_CALLS, ...PUBLIC_PAGES, `${PAGES}?pageSize=1&page=3`]) {
      const answer = JSON.stringify((await house.get<unknown>(path)).body);
      expect([path, /Brettschneider|Wójtowicz|Kesselring/.test(answer)]).toEqual([path, false]);
    }
  });

  test("and in nothing that is handed over", async () => {
    const names = await house.get<string>("/api/admin/export?format=csv&names=public", { authorization: `Bearer ${KEY}` });
    expect(names.body).toBe("fullName\r\nAnna B.\r\nEwa W.\r\n");
  });

  test("form, list and policy say so", async () => {
    const said = async (path: string) => (await house.get<string>(path)).body;
    expect(await said("/")).toContain("Mit Vornamen und Anfangsbuchstaben des Nachnamens sichtbar");
    expect(await said("/unterstuetzer/seite/1")).toContain("steht hier mit Vornamen und Anfangsbuchstaben");
    expect(await said("/datenschutz")).toContain("Deinen vollen Namen zeigen wir dort nicht");
  });
});
