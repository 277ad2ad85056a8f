/** A page for everybody is rendered when it has something new to say, not because half a second has passed. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const SETTINGS = { SECRET_KEY: "one-key-for-both-of-our-sites", ADMIN_KEY: KEY, TRUST_PROXY: "loopback" };
const MINUTE = 60_000;
/** Milliseconds after which a page asks its loaders again. */
const PAGE_AGE = 500;
const PATHS = ["/en", "/en/unterstuetzer/seite/1"];

let house: House;
beforeAll(async () => {
  house = await openHouse("server", SETTINGS);
  await house.signAndConfirm(anna);
});
afterAll(() => house.close());
beforeEach(() => house.clock.forward(1000));

const open = async () => (await house.get<string>("/en")).body;
/**
 * Polled: while a busy machine renders for longer than a second, whoever asks has the last page. By a clock that stood still that one would be kept
 * for good, so it goes on by `step` each time.
 */
const expectShown = (words: string, step = 100) =>
  expect
    .poll(() => {
      house.clock.forward(step);
      return open();
    })
    .toContain(words);

async function renderings(): Promise<number> {
  const { body } = await house.get<string>("/metrics");
  return Number(/^petition_page_memory_renders_total (\d+)$/m.exec(body)?.[1]);
}

test.each(PATHS)("%s is rendered once and stays, validator and all, for as long as nothing changes", async (path) => {
  const first = await house.get<string>(path);
  const before = await renderings();
  for (let turn = 0; turn < 20; turn++) {
    house.clock.forward(PAGE_AGE);
    const { body, headers } = await house.get<string>(path);
    expect([body, headers.get("etag")]).toEqual([first.body, first.headers.get("etag")]);
  }
  expect(await renderings()).toBe(before);
});

test("a number that was counted here is there at once, and one of another process within a second", async () => {
  await house.signAndConfirm(bruno);
  // By steps that stay within the second, however often it is asked.
  await expectShown('"signatureCount":2', 3);
  const other = await openHouse("server", SETTINGS, { beside: house });
  await other.sign(clara);
  await other.confirm(await other.tokenOf(clara));
  await open();
  house.clock.forward(1000);
  await expectShown('"signatureCount":3', 3);
  await other.close();
});

test("what it says of time goes on: names grow older by the minute", async () => {
  // At the beginning of a minute, as names are listed, so that none begins while the page is asked for.
  house.clock.forward(4 * MINUTE - (house.clock.now().getTime() % MINUTE));
  const [first] = await house.rows<{ ago: number }>(
    `select extract(epoch from '${house.clock.now().toISOString()}' - min(date_trunc('minute', confirmed_at)))::int / 60 as ago from signatures`,
  );
  const ago = first?.ago ?? 0;
  await expectShown(`>${ago} minutes ago`);
  expect(await open()).not.toContain(`>${ago + 1} minutes ago`);
  house.clock.forward(MINUTE);
  await expectShown(`>${ago + 1} minutes ago`);
});

test("a pause shows at once", async () => {
  expect(await open()).not.toContain("Signing is paused");
  const answer = await fetch(`${house.url}/api/admin/collection`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ status: "paused", day: "2026-12-03", texts: {} }),
  });
  expect(answer.status).toBe(200);
  // By steps so small that no page grows old meanwhile.
  await expectShown("Signing is paused", 1);
});
