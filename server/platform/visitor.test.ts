import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { isFromHere, isLoopback, networkOf, readForwardedFor, visitorOf } from "./visitor.ts";

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

test.each([
  ["203.0.113.7:50007", "203.0.113.7"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ['"203.0.113.7"', "203.0.113.7"],
  ['"[2001:db8::1]:443"', "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%25eth0]:443", "fe80::1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["198.51.100.1:1, [2001:db8::1]:443 , 10.0.0.1", "198.51.100.1,2001:db8::1,10.0.0.1"],
  ["unknown, 203.0.113.7", "unknown,203.0.113.7"],
  ["203.0.113.7", "203.0.113.7"],
])("X-Forwarded-For: %s is read as %s", (written, read) => {
  const headers = { "x-forwarded-for": written };
  readForwardedFor({ headers });
  expect(headers["x-forwarded-for"]).toBe(read);
});

test.each([
  ["127.0.0.1", "127.0.0.1", "localhost:3000", true],
  ["127.0.0.1", "127.0.0.1", "127.0.0.1:3000", true],
  ["::1", "::1", "[::1]:3000", true],
  ["::ffff:127.0.0.1", "::ffff:127.0.0.1", "petition.localhost:3000", true],
  ["192.0.2.5", "192.0.2.5", "192.0.2.5:3000", true],
  ["127.0.0.1", "127.0.0.1", "petition.example", false],
  ["127.0.0.1", "127.0.0.1", "192.0.2.5", false],
  ["127.0.0.1", "127.0.0.1", "localhost.evil.example", false],
  ["127.0.0.1", "127.0.0.1", undefined, false],
  ["192.0.2.6", "192.0.2.5", "localhost", false],
])("from %s at %s, asked for as %s: from this machine is %s", (remoteAddress, localAddress, host, isIt) => {
  expect(isFromHere({ headers: { host }, socket: { remoteAddress, localAddress } as Socket })).toBe(isIt);
});
