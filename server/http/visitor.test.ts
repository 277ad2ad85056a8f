import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { isLoopback, networkOf, visitorOf } from "./visitor.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
])("%s stands for %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("every spelling of one address is one source, the neighbouring network another", () => {
  const spellings = ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1", "2001:0db8:0000::0001:0:0:1"];
  expect(new Set(spellings.map(networkOf)).size).toBe(1);
  expect(networkOf("2001:db8:0:1::1")).not.toBe(networkOf("2001:db8::1"));
});

test.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["128.0.0.1", false],
  ["2001:db8::1", false],
  ["", false],
])("%s is loopback: %s", (address, isIt) => {
  expect(isLoopback(address)).toBe(isIt);
});

test("whoever has hung up meanwhile has no address any more: a stranger like others, and no accident", () => {
  const gone = { headers: {}, cookies: {}, socket: {}, ip: undefined } as unknown as FastifyRequest;
  expect(visitorOf(gone)).toMatchObject({ address: "0.0.0.0", limited: true });
});
