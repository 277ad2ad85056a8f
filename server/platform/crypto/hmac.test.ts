import { createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hmacSha256 } from "./crypto.ts";

/** RFC 4231, 4.2 to 4.5. */
test.each([
  ["0b".repeat(20), Buffer.from("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [
    Buffer.from("Jefe").toString("hex"),
    Buffer.from("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  ["aa".repeat(20), Buffer.alloc(50, 0xdd), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
  [
    "0102030405060708090a0b0c0d0e0f10111213141516171819",
    Buffer.alloc(50, 0xcd),
    "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
  ],
])("what the RFC gives for the key %s", (key, content, mac) => {
  expect(hmacSha256(Buffer.from(key, "hex"))(content).toString("hex")).toBe(mac);
});

test("as Node.js makes it, whatever the lengths of key and content, one after the other", () => {
  for (const length of [0, 1, 16, 32, 63, 64]) {
    const key = randomBytes(length);
    const mac = hmacSha256(key);
    const made = [...Array(200).keys(), 1023, 1024, 1025, 5000]
      .map((size) => randomBytes(size))
      .map((content) => ({ content, mac: mac(content) }));
    for (const { content, mac } of made) expect(mac.equals(createHmac("sha256", key).update(content).digest())).toBe(true);
  }
});

test.each(["", "Żółć", "schlüssel🔑", "\ud800 alone", "\0"])("text counts as UTF-8: %j", (text) => {
  const key = randomBytes(32);
  expect(hmacSha256(key)(text)).toEqual(createHmac("sha256", key).update(text).digest());
});

test("nothing of the key lies in what other buffers are given", () => {
  const key = randomBytes(32);
  const mac = hmacSha256(key);
  for (const size of [0, 40, 5000]) mac(randomBytes(size));
  const shared = Buffer.from(Buffer.from("any").buffer);
  for (const pad of [0, 0x36, 0x5c]) {
    const sought = Buffer.alloc(key.length);
    for (const [index, byte] of key.entries()) sought[index] = byte ^ pad;
    expect(shared.includes(sought)).toBe(false);
  }
});

test("a key that is longer than a block is refused", () => {
  expect(() => hmacSha256(Buffer.alloc(65))).toThrow(RangeError);
});
