/** Nobody keeps a process busy with what is rendered for them alone (decision 0043). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clockAt } from "../../testing/clock.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";
import { makeCrypto } from "../crypto/crypto.ts";
import { makePersonalToken } from "../crypto/links.ts";
import { watchAttackLevel } from "../limits/attack-level.ts";
import { openAdmission } from "./admission.ts";

function opened(isInAttack = false) {
  const clock = clockAt(NOON);
  const crypto = makeCrypto(["a-key-of-our-tests"]);
  const admission = openAdmission({
    clock,
    crypto,
    attack: { ...watchAttackLevel({ clock }), level: () => (isInAttack ? 1 : 0) },
  });
  /** The statuses of those that are refused. */
  const ask = (addresses: string[], token: string | null = null) =>
    addresses.flatMap((address) => admission.refusal({ address, limited: true }, () => token)?.status ?? []);
  const tokenOf = (person: number) =>
    makePersonalToken(crypto, `00000000-0000-4000-8000-${String(person).padStart(12, "0")}`, NOON);
  return { clock, admission, ask, tokenOf };
}

const times = (count: number, address: (turn: number) => string) => Array.from({ length: count }, (_, turn) => address(turn));

describe("What is rendered for one visitor", () => {
  test("one source gets its share, however much it asks for; its neighbour is not concerned", () => {
    const { ask, clock } = opened();
    const asked = () => ask(times(10, () => "192.0.2.1"));
    expect([asked(), asked()]).toEqual([[], times(10, () => "").map(() => 429)]);
    expect(ask(["192.0.2.2"])).toEqual([]);
    clock.forward(2_000);
    expect(asked()).toEqual([]);
  });

  test("one /48 gets no more by asking from each of its /64", () => {
    const { admission } = opened();
    const refused = times(120, (turn) => `2001:db8:1:${turn.toString(16)}::1`).filter(
      (address) => admission.refusalOfShared({ address, limited: true }, false) !== null,
    );
    expect(refused).toHaveLength(100);
    expect(admission.refusalOfShared({ address: "2001:db8:2::1", limited: true }, false)).toBeNull();
  });

  test("a neighbour behind the same address cannot hold somebody's own link shut, and its other spellings share what it has", () => {
    const { ask, tokenOf } = opened();
    expect(ask(times(30, () => "192.0.2.1"))).toHaveLength(20);
    const own = [tokenOf(1), `${tokenOf(1)}.`, `3D${tokenOf(1)}`];
    expect(times(9, (turn) => own[turn % 3] ?? "").flatMap((token) => ask(["192.0.2.1"], token))).toHaveLength(4);
  });

  test("pages for everybody of which there may be as many as somebody makes up have a share of the process, too; the others always come", () => {
    const { admission } = opened();
    const asked = (isOneOfMany: boolean) =>
      times(50, (turn) => `198.51.${turn}.1`).filter(
        (address) => admission.refusalOfShared({ address, limited: true }, isOneOfMany) !== null,
      ).length;
    expect([asked(true), asked(false)]).toEqual([25, 0]);
  });

  test("all together get no more in a second than the process can bear; a link of ours works all the same, but not without end", () => {
    const { ask, tokenOf, clock } = opened();
    expect(ask(times(100, (turn) => `198.51.${turn}.1`))).toEqual(times(75, () => "").map(() => 503));
    expect(
      ask(
        times(20, (turn) => `203.0.${turn}.1`),
        "forged",
      ),
    ).toHaveLength(20);
    for (let person = 0; person < 50; person++) expect(ask([`192.0.${person}.1`], tokenOf(person))).toEqual([]);
    expect(
      ask(
        times(20, (turn) => `100.64.${turn}.1`),
        tokenOf(99),
      ),
    ).toHaveLength(15);
    clock.forward(1000);
    expect(ask(["198.51.100.1"])).toEqual([]);
  });
});

test("in an attack forms without a script get a small share of the process, and what else is rendered the same as before", () => {
  for (const { isInAttack, posted } of [
    { isInAttack: false, posted: 25 },
    { isInAttack: true, posted: 3 },
  ]) {
    const { admission } = opened(isInAttack);
    const admitted = (isPosted: boolean) =>
      times(50, (turn) => `198.51.${turn}.1`).filter(
        (address) => admission.refusal({ address, limited: true }, () => null, isPosted) === null,
      ).length;
    expect(admitted(true)).toBe(posted);
  }
  const { admission } = opened(true);
  const own = times(50, (turn) => `198.51.${turn}.1`).filter(
    (address) => admission.refusal({ address, limited: true }, () => null) === null,
  );
  expect(own).toHaveLength(25);
});

describe("Given a stranger who asks without end", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { TRUST_PROXY: "loopback" });
  });
  afterAll(() => house.close());
  beforeEach(() => house.clock.forward(10_000));

  const from = (address: string) => ({ "x-forwarded-for": address });
  const statusOf = async (path: string, address: string) => (await house.get(path, from(address))).status;

  test.each(["/confirm?token=x", "/en/confirm", "/wiederherstellen", "/einwilligung/x", "/impressum.data"])(
    "%s is refused to them after a while, with the seconds to wait, and to nobody else",
    async (path) => {
      const statuses = await Promise.all(times(60, () => "192.0.2.7").map((address) => statusOf(path, address)));
      const refused = statuses.filter((status) => status === 429 || status === 503);
      expect(refused.length).toBeGreaterThanOrEqual(30);
      const { status, headers } = await house.get(path, from("192.0.2.7"));
      expect([status, Number(headers.get("retry-after"))]).toEqual([429, 2]);
      house.clock.forward(1000);
      expect([200, 404]).toContain(await statusOf(path, "192.0.3.7"));
    },
  );

  test("what is the same for everybody is there for them as for all", async () => {
    await house.get("/en", from("192.0.2.9"));
    const statuses = await Promise.all(times(100, () => "192.0.2.9").map((address) => statusOf("/en?x", address)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("somebody who confirms gets through, as does the administrator, while strangers from everywhere use up what the process has to spare", async () => {
    await house.sign(anna);
    const token = await house.tokenOf(anna);
    const statuses = await Promise.all(times(40, (turn) => `198.51.${turn}.7`).map((one) => statusOf("/confirm?token=x", one)));
    expect(statuses).toContain(503);
    expect(await statusOf("/api/petition/confirm/forged", "203.0.113.2")).toBe(503);
    expect(await statusOf(`/confirm?token=${token}`, "203.0.113.1")).toBe(200);
    expect(await statusOf(`/api/petition/confirm/${token}`, "203.0.113.1")).toBe(200);
    expect(await statusOf("/admin", "203.0.113.3")).toBe(200);
  });
});
