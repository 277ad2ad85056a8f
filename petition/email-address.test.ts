import { describe, expect, test } from "vitest";
import { asciiAddress, EMAIL_LENGTH, readEmail } from "./email-address.ts";
import { COMMON_DOMAINS } from "./mail-providers.ts";
import { normaliseEmail, suggestAddress, webmailOf, withoutTag } from "./mailbox.ts";

describe("An address is kept as typed, its domain in lower case", () => {
  test.each([
    ["anna@beispiel.de", "anna@beispiel.de"],
    ["  Anna.B@Beispiel.DE\n", "Anna.B@beispiel.de"],
    ["anna+petition@beispiel.co.uk", "anna+petition@beispiel.co.uk"],
    ["o'neill@beispiel.ie", "o'neill@beispiel.ie"],
    ["!#$%&'*+/=?^_`{|}~-@beispiel.de", "!#$%&'*+/=?^_`{|}~-@beispiel.de"],
    ["anna..b.@beispiel.jp", "anna..b.@beispiel.jp"],
    ["a@b.c", "a@b.c"],
    ["a@1.de", "a@1.de"],
    ["a@b-c.d3", "a@b-c.d3"],
    ["anna@MÜNCHEN.de", "anna@münchen.de"],
    ["anna@mu\u0308nchen.de", "anna@münchen.de"],
    ["anna@xn--mnchen-3ya.de", "anna@xn--mnchen-3ya.de"],
    ["anna@例え.jp", "anna@例え.jp"],
    ["anna@ｇｍａｉｌ.com", "anna@gmail.com"],
    ["ewa@żółw.pl", "ewa@żółw.pl"],
    ["anna@beispiel.de\u200e", "anna@beispiel.de"],
    ["\ufeffanna\u200b@\u202abei\u00adspiel.de\u202c\t", "anna@beispiel.de"],
  ])("%j is kept as %j", (raw, address) => {
    expect(readEmail(raw)).toEqual({ address });
    expect(readEmail(address)).toEqual({ address });
  });
});

describe("What is no address is refused by its fault", () => {
  test.each([
    ["", "missing"],
    [" \n ", "missing"],
    ["anna", "no-at"],
    ["anna.beispiel.de", "no-at"],
    ["@", "invalid"],
    ["anna@", "invalid"],
    ["@beispiel.de", "invalid"],
    ["anna@localhost", "invalid"],
    ["anna@beispiel.de.", "invalid"],
    ["anna@.de", "invalid"],
    ["anna@beispiel..de", "invalid"],
    ["anna@-beispiel.de", "invalid"],
    ["anna@beispiel-.de", "invalid"],
    ["anna@bei_spiel.de", "invalid"],
    [`anna@${"a".repeat(64)}.de`, "invalid"],
    [`anna@${"ü".repeat(63)}.de`, "invalid"],
    ["anna@127.0.0.1", "invalid"],
    ["anna@1.2", "invalid"],
    ["anna@[127.0.0.1]", "invalid"],
    ["anna@[IPv6:::1]", "invalid"],
    ["anna@beispiel.de:25", "invalid"],
    ["anna@beispiel.de/x", "invalid"],
    ["anna@bei%73piel.de", "invalid"],
    ["anna@beispiel.℀", "invalid"],
    ["anna b@beispiel.de", "invalid"],
    ["Anna\tanna@beispiel.de", "invalid"],
    ["anna@نامه\u200cای.example", "invalid"],
    ["anna@bei spiel.de", "invalid"],
    ["ännä@beispiel.de", "invalid"],
    ["anna@@beispiel.de", "invalid"],
    ["anna@beispiel.de,bruno@beispiel.de", "invalid"],
    ["anna@beispiel.de bruno@beispiel.de", "invalid"],
    ["anna,b@beispiel.de", "invalid"],
    ["anna;b@beispiel.de", "invalid"],
    ["Anna <anna@beispiel.de>", "invalid"],
    ["<anna@beispiel.de>", "invalid"],
    ['"anna"@beispiel.de', "invalid"],
    ["anna(x)@beispiel.de", "invalid"],
    ["an\\na@beispiel.de", "invalid"],
    ["mailto:anna@beispiel.de", "invalid"],
    ["anna@beispiel.de\r\nBcc: bruno@beispiel.de", "invalid"],
    ["anna@beispiel.de\r\nBcc: x", "invalid"],
    ["anna\r\nBcc: x@beispiel.de", "invalid"],
    ["anna\u0000@beispiel.de", "invalid"],
    ["anna@beispiel\u0000.de", "invalid"],
    ["anna@beispiel\ud800.de", "invalid"],
    ["anna@☃.net", "invalid"],
  ])("%j: %s", (raw, fault) => {
    expect(readEmail(raw)).toEqual({ fault });
  });
});

describe("An address has at most 254 characters", () => {
  const domain = `${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(60)}.de`;
  const ofLength = (length: number) => `${"a".repeat(length - domain.length - 1)}@${domain}`;

  test.each([
    [EMAIL_LENGTH.max - 1, true],
    [EMAIL_LENGTH.max, true],
    [EMAIL_LENGTH.max + 1, false],
    [100_000, false],
  ])("%i characters: %s", (length, fits) => {
    expect(readEmail(ofLength(length))).toEqual(fits ? { address: ofLength(length) } : { fault: "too-long" });
    expect(readEmail(` ${ofLength(length)} `)).toEqual(fits ? { address: ofLength(length) } : { fault: "too-long" });
  });

  test.each([
    [56, true],
    [57, false],
  ])("an international domain counts by the letters that go over the wire: %i and others fit: %s", (length, fits) => {
    const rest = `${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length)}.de`;
    const address = `${"a".repeat(EMAIL_LENGTH.localMax)}@ü.${rest}`;
    expect(readEmail(address)).toEqual(fits ? { address } : { fault: "too-long" });
    expect(asciiAddress(address)).toHaveLength(fits ? EMAIL_LENGTH.max : EMAIL_LENGTH.max + 1);
  });

  test.each([
    [EMAIL_LENGTH.localMax, null],
    [EMAIL_LENGTH.localMax + 1, "local-too-long"],
  ])("and %i before the @: %s", (length, fault) => {
    const address = `${"a".repeat(length)}@beispiel.de`;
    expect(readEmail(address)).toEqual(fault ? { fault } : { address });
  });
});

test.each([
  ["anna@münchen.de", "anna@xn--mnchen-3ya.de"],
  ["Anna@faß.de", "Anna@xn--fa-hia.de"],
  ["Anna@beispiel.de", "Anna@beispiel.de"],
])("Over the wire %s goes as %s", (address, wire) => {
  expect(asciiAddress(address)).toBe(wire);
});

describe("Clara signs again in another spelling", () => {
  test.each([
    ["clara@beispiel.de", "CLARA@Beispiel.DE"],
    ["clarab@gmail.com", "Clara.B@gmail.com"],
    ["clarab@gmail.com", "c.l.a.r.a.b+petition@googlemail.com"],
    ["clara@outlook.com", "clara+x@outlook.com"],
    ["clara@hotmail.fr", "clara+x+y@hotmail.fr"],
    ["clara@live.nl", "Clara+@live.nl"],
    ["clara@msn.com", "clara+x@msn.com"],
    ["clara@icloud.com", "clara+x@me.com"],
    ["clara@icloud.com", "clara@mac.com"],
    ["clara@proton.me", "clara+x@protonmail.com"],
    ["clara@proton.me", "clara@pm.me"],
    ["clara@fastmail.com", "clara+x@fastmail.com"],
    ["clara@posteo.de", "clara+x@posteo.de"],
    ["clara@mailbox.org", "clara+x@mailbox.org"],
    ["clara@münchen.de", "clara@xn--mnchen-3ya.de"],
    ["clara@münchen.de", "Clara@MÜNCHEN.de"],
  ])("%s and %s are one mailbox", (one, other) => {
    expect(normaliseEmail(other)).toBe(normaliseEmail(one));
    expect(normaliseEmail(normaliseEmail(other))).toBe(normaliseEmail(other));
  });

  test.each([
    ["clara.b@beispiel.de", "clarab@beispiel.de"],
    ["clara+x@beispiel.de", "clara@beispiel.de"],
    ["clara.b@outlook.com", "clarab@outlook.com"],
    ["clara@outlook.com", "clara@hotmail.com"],
    ["clara@gmx.de", "clara@gmx.net"],
    ["clara+x@gmx.de", "clara@gmx.de"],
    ["clara+x@web.de", "clara@web.de"],
    ["clara-x@yahoo.com", "clara@yahoo.com"],
    ["clara@posteo.de", "clara@posteo.net"],
    ["+a@gmail.com", "+b@gmail.com"],
    ["...@gmail.com", "....@gmail.com"],
  ])("%s and %s are two", (one, other) => {
    expect(normaliseEmail(one)).not.toBe(normaliseEmail(other));
  });
});

describe("A slip of the finger in the domain gets a suggestion", () => {
  test.each([
    ["anna@gmial.com", "anna@gmail.com"],
    ["Anna.B+x@GMIAL.com", "Anna.B+x@gmail.com"],
    ["anna@gamil.com", "anna@gmail.com"],
    ["anna@gmai.com", "anna@gmail.com"],
    ["anna@gnail.com", "anna@gmail.com"],
    ["anna@gmaill.com", "anna@gmail.com"],
    ["anna@gmail.con", "anna@gmail.com"],
    ["anna@gmail.co", "anna@gmail.com"],
    ["anna@gmail.de", "anna@gmail.com"],
    ["anna@gmial.con", "anna@gmail.com"],
    ["anna@gmail", "anna@gmail.com"],
    ["anna@gmailcom", "anna@gmail.com"],
    ["anna@gmail,com", "anna@gmail.com"],
    ["anna@gmail..com", "anna@gmail.com"],
    ["anna@www.gmail.com", "anna@gmail.com"],
    ["anna@web.de.", "anna@web.de"],
    ["anna@gmx.d", "anna@gmx.de"],
    ["anna@gmx.ed", "anna@gmx.de"],
    ["anna@gxm.de", "anna@gmx.de"],
    ["anna@gmx", "anna@gmx.de"],
    ["anna@gmx.nett", "anna@gmx.net"],
    ["anna@web.ed", "anna@web.de"],
    ["anna@wbe.de", "anna@web.de"],
    ["anna@hotmial.com", "anna@hotmail.com"],
    ["anna@hotmial.fr", "anna@hotmail.fr"],
    ["anna@hotnail.de", "anna@hotmail.de"],
    ["anna@outlok.com", "anna@outlook.com"],
    ["anna@outlook.con", "anna@outlook.com"],
    ["anna@t-onlin.de", "anna@t-online.de"],
    ["anna@tonline.de", "anna@t-online.de"],
    ["anna@yaho.com", "anna@yahoo.com"],
    ["anna@iclod.com", "anna@icloud.com"],
    ["anna@freente.de", "anna@freenet.de"],
    ["anna@orage.fr", "anna@orange.fr"],
    ["anna@wanado.fr", "anna@wanadoo.fr"],
    ["anna@laposte.ner", "anna@laposte.net"],
    ["anna@libreo.it", "anna@libero.it"],
    ["ewa@interai.pl", "ewa@interia.pl"],
    ["ewa@wp.pll", "ewa@wp.pl"],
    ["anna@zigo.nl", "anna@ziggo.nl"],
    ["anna@beispiel.con", "anna@beispiel.com"],
    ["anna@beispiel.ed", "anna@beispiel.de"],
  ])("%s: did you mean %s?", (typed, meant) => {
    expect(suggestAddress(typed)).toBe(meant);
  });

  test.each([
    "anna@beispiel.de",
    "anna@beispiel.d",
    "anna@münchen.de",
    "anna@gmx.net",
    "anna@gmx.ch",
    "anna@mail.com",
    "anna@email.com",
    "anna@ymail.com",
    "anna@online.de",
    "anna@outlook.cz",
    "anna@hotmail.be",
    "anna@life.de",
    "anna@life.com",
    "anna@web.at",
    "anna@wep.de",
    "anna@max.de",
    "ewa@op.pl",
    "ewa@vp.pl",
    "ewa@ab.pl",
    "anna@free.it",
    "anna@me.de",
    "anna@postmail.com",
    "anna@terra.es",
    "anna@serra.es",
    "anna@beispiel.constructor",
    "anna@uni-graz.at",
    "anna@tuwien.ac.at",
    "anna",
    "anna@",
    "@gmial.com",
    "an na@gmial.com",
    "anna@gmial.com@gmial.com",
    "",
    `anna@${"gmial".repeat(60)}.com`,
  ])("%s: nothing to suggest", (typed) => {
    expect(suggestAddress(typed)).toBeNull();
  });

  test("no domain we know is ever doubted, and each can be written to", () => {
    for (const domain of COMMON_DOMAINS) {
      expect(suggestAddress(`anna@${domain}`)).toBeNull();
      expect(readEmail(`anna@${domain}`)).toEqual({ address: `anna@${domain}` });
    }
    expect(new Set(COMMON_DOMAINS).size).toBe(COMMON_DOMAINS.length);
  });
});

describe("The way to one's mailbox", () => {
  test.each([
    ["anna@gmail.com", "Gmail"],
    ["Anna@GoogleMail.com", "Gmail"],
    ["anna@gmx.de", "GMX"],
    ["anna@gmx.at", "GMX"],
    ["anna@web.de", "WEB.DE"],
    ["anna@t-online.de", "T-Online"],
    ["anna@hotmail.fr", "Outlook"],
    ["anna@yahoo.it", "Yahoo"],
    ["anna@me.com", "iCloud"],
    ["anna@pm.me", "Proton"],
    ["anna@freenet.de", "freenet"],
    ["anna@posteo.de", "Posteo"],
    ["anna@mailbox.org", "mailbox.org"],
    ["anna@orange.fr", "Orange"],
    ["anna@free.fr", "Free"],
    ["anna@laposte.net", "La Poste"],
    ["anna@libero.it", "Libero"],
    ["ewa@wp.pl", "WP"],
    ["ewa@o2.pl", "o2"],
    ["ewa@onet.pl", "Onet"],
    ["ewa@interia.pl", "Interia"],
    ["anna@ziggo.nl", "Ziggo"],
  ])("%s leads to %s, without telling who comes", (address, name) => {
    const webmail = webmailOf(address);
    expect(webmail?.name).toBe(name);
    expect(webmail?.url).toMatch(/^https:\/\/[a-z0-9.-]+\/[a-z]*\/?$/);
  });

  test.each(["anna@beispiel.de", "anna@constructor", "anna", ""])("%j has none that we know", (address) => {
    expect(webmailOf(address)).toBeNull();
  });
});

test.each([
  ["anna+news@example.org", "anna@example.org"],
  ["anna+x+y@example.org", "anna@example.org"],
  ["anna+@example.org", "anna@example.org"],
  ["anna@example.org", "anna@example.org"],
  ["+anna@example.org", "+anna@example.org"],
])("%s without its tag is %s", (normalised, untagged) => {
  expect(withoutTag(normalised)).toBe(untagged);
});
