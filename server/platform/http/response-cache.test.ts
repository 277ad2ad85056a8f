import { describe, expect, test } from "vitest";
import { clockAt } from "../../testing/clock.ts";
import { keyOf, openResponseCache, type Page } from "./response-cache.ts";

const MAX_AGE = 500;

interface Leaf {
  status: number;
  size: number;
  text: string;
}

/** A memory whose renderings end when the test says so, or at once. Sizes are in steps of an entry's own. */
function opened({ maxSize = 1000, waits = false } = {}) {
  const clock = clockAt(new Date("2026-11-21T11:00:00Z"));
  const rendered: string[] = [];
  const ends: ((leaf: Leaf | Error) => void)[] = [];
  let answer: (path: string) => Leaf | Error = (path) => ({ status: 200, size: 100, text: `${path} ${rendered.length}` });
  const store = openResponseCache<string>({ clock, isKept: ({ status }) => status === 200, maxSize: maxSize * UNIT });
  const cache = {
    get: (path: string) =>
      store.page(
        path,
        () =>
          new Promise((resolve, reject) => {
            rendered.push(path);
            const end = (leaf: Leaf | Error) => (leaf instanceof Error ? reject(leaf) : resolve(pageOf(leaf)));
            if (waits) ends.push(end);
            else end(answer(path));
          }),
      ),
    has: store.hasPage,
    drop: store.drop,
  };
  const answering = (next: typeof answer) => {
    answer = next;
  };
  return { clock, cache, store, rendered, ends, answering };
}

/** Bytes: of a leaf of size 100 the page, what it is packed into, and the entry take 100 of these. */
const UNIT = 200;

function pageOf({ status, size, text }: Leaf): Page & { text: string } {
  const html = "x".repeat(Math.max(0, (size * UNIT - 4096) / 2));
  return {
    status,
    html,
    text,
    pattern: "/",
    headers: [],
    etag: "",
    madeOf: null,
    policy: null,
    isShared: true,
    packed: new Map(),
  };
}

const OK: Leaf = { status: 200, size: 100, text: "page" };

describe("A page in memory", () => {
  test("is rendered once for all who ask while it is on its way", async () => {
    const { cache, rendered, ends } = opened({ waits: true });
    const asked = [cache.get("/"), cache.get("/"), cache.get("/")];
    ends[0]?.(OK);
    expect((await Promise.all(asked)).map((page) => page.status)).toEqual([200, 200, 200]);
    expect(rendered).toEqual(["/"]);
  });

  test("is handed out until it is too old, and not a moment longer", async () => {
    const { cache, clock, rendered } = opened();
    const first = await cache.get("/");
    clock.forward(MAX_AGE - 1);
    expect(await cache.get("/")).toBe(first);
    clock.forward(1);
    expect(await cache.get("/")).not.toBe(first);
    expect(rendered).toHaveLength(2);
  });

  test("is out of date once something was counted; who had asked before still gets what was on its way", async () => {
    const { cache, rendered, ends } = opened({ waits: true });
    const before = cache.get("/");
    cache.drop();
    const after = cache.get("/");
    ends[0]?.({ ...OK, text: "one" });
    expect(await before).toMatchObject({ text: "one" });
    await Promise.resolve();
    ends[1]?.({ ...OK, text: "two" });
    expect(await after).toMatchObject({ text: "two" });
    expect(rendered).toHaveLength(2);
  });
});

describe("What failed", () => {
  test("is told to all who waited, and forgotten at once", async () => {
    const { cache, rendered, ends } = opened({ waits: true });
    const asked = [cache.get("/"), cache.get("/")];
    ends[0]?.(new Error("a bug"));
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(cache.has("/")).toBe(false);
    const again = cache.get("/");
    ends[1]?.(OK);
    expect(await again).toMatchObject({ text: "page" });
    expect(rendered).toHaveLength(2);
  });

  test("does not bring an old page back", async () => {
    const { cache, clock, answering } = opened();
    await cache.get("/");
    clock.forward(MAX_AGE);
    answering(() => new Error("a bug"));
    await expect(cache.get("/")).rejects.toThrow("a bug");
    answering(() => OK);
    expect(await cache.get("/")).toMatchObject({ text: "page" });
  });

  test.each([301, 404, 503])("so does an answer %i: it goes to who waited and takes up nothing", async (status) => {
    const { cache, rendered, answering } = opened();
    answering(() => ({ ...OK, status }));
    expect(await cache.get("/x")).toMatchObject({ status });
    expect(cache.has("/x")).toBe(false);
    await cache.get("/x");
    expect(rendered).toHaveLength(2);
  });
});

describe("The memory is bounded in bytes", () => {
  test("those that nobody has asked for longest go first", async () => {
    const { cache } = opened({ maxSize: 300 });
    for (const path of ["/", "/a", "/b"]) await cache.get(path);
    await cache.get("/");
    await cache.get("/c");
    expect(["/", "/a", "/b", "/c"].map(cache.has)).toEqual([true, false, true, true]);
  });

  test("who walks through all lists of supporters does not push out the home page that others read meanwhile", async () => {
    const { cache, rendered } = opened({ maxSize: 1000 });
    for (let page = 1; page <= 5000; page++) {
      await cache.get(`/unterstuetzer/seite/${page}`);
      if (page % 5 === 0) await cache.get("/");
    }
    expect(rendered.filter((path) => path === "/")).toHaveLength(1);
  });

  test("calls share the bytes with pages, the oldest of either go first", async () => {
    const { cache, store } = opened({ maxSize: 300 });
    await cache.get("/");
    for (let page = 1; page <= 50; page++) {
      store.keep(`/api/petition/supporters-paginated?page=${page}`, "sent", 10 * UNIT);
      await cache.get("/");
    }
    expect(store.find("/api/petition/supporters-paginated?page=1")).toBeUndefined();
    expect(store.find("/api/petition/supporters-paginated?page=50")?.sent).toEqual({ plain: "sent" });
    expect(cache.has("/")).toBe(true);
  });

  test("a page that is larger than all of it is handed out and not kept", async () => {
    const { cache, answering } = opened({ maxSize: 300 });
    await cache.get("/a");
    answering(() => ({ ...OK, size: 301 }));
    expect(await cache.get("/large")).toMatchObject({ status: 200 });
    expect(cache.has("/large")).toBe(false);
  });

  test("thousands of addresses that do not exist push nothing out", async () => {
    const { cache, answering } = opened({ maxSize: 300 });
    await cache.get("/");
    answering(() => ({ ...OK, status: 404 }));
    for (let junk = 0; junk < 5000; junk++) await cache.get(`/junk-${junk}`);
    expect(cache.has("/")).toBe(true);
  });
});

describe("What a stranger writes behind an address", () => {
  test.each([
    ["/", "/"],
    ["/?x=1&fbclid=2", "/"],
    ["/entwickler?page=3", "/entwickler"],
    ["/?signed=", null],
    ["/?%73igned=1", null],
    ["/api/petition/stats?x", "/api/petition/stats"],
    ["/api/petition/supporters?lang=pl&x=1", "/api/petition/supporters?lang=pl"],
    ["/api/petition/supporters?lang=xx", "/api/petition/supporters"],
    ["/api/petition/supporters?lang=de&lang=pl", null],
    ["/api/petition/supporters-paginated?pageSize=50&page=2", "/api/petition/supporters-paginated?page=2&pageSize=50"],
    ["/api/petition/supporters-paginated?page=02", null],
    ["/api/petition/supporters-paginated?page=2%26lang=fr", null],
    ["/api/petition/supporters-paginated?page=99999999999", null],
  ])("%s is kept as %s", (address, key) => {
    expect(keyOf(address)).toBe(key);
  });
});
