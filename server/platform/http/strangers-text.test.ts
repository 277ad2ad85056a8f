/** Whatever a stranger sends is read in time that grows with its length and no faster. A parser of such text has its line here. */
import { expect, test } from "vitest";
import { ownPath, translatePath } from "../../../petition/addresses.ts";
import { isRightAnswer } from "../../../petition/captcha.ts";
import { mendToken, tokenInQuery } from "../../../petition/confirmation.ts";
import { EMAIL_LENGTH, readEmail } from "../../../petition/email-address.ts";
import { standingOfName } from "../../../petition/held-names.ts";
import { acceptedLanguage } from "../../../petition/language.ts";
import { normaliseEmail, suggestAddress, webmailOf, withoutTag } from "../../../petition/mailbox.ts";
import { mayBeSolution } from "../../../petition/puzzle.ts";
import { faultOfName, NAME_LENGTH, tidyName } from "../../../petition/signing.ts";
import { initialsOf, publicName, readPage } from "../../../petition/supporters.ts";
import { readTilePath } from "../../../petition/transparency/tiles.ts";
import { makeCaptcha } from "../../features/signing/captcha/captcha.ts";
import { listPageIn } from "../../features/supporters/reading.ts";
import { makeCrypto } from "../crypto/crypto.ts";
import { readEncrypted, readPersonalToken, readSuppressionToken, readToken } from "../crypto/links.ts";
import type { AttackLevel } from "../limits/attack-level.ts";
import { isThrowaway } from "../mail/throwaway.ts";
import { isFromHere, plainAddress, readForwardedFor } from "../visitor.ts";
import { acceptedEncoding, holdsCurrent } from "./answers.ts";
import { redirectFor } from "./redirects.ts";

/** Characters: of a field of a form, and of everything that Node.js reads before a body. */
const FIELD = 4000;
const HEAD = 16_000;

const crypto = makeCrypto(["a key for tests only"]);
const now = new Date("2026-11-21T11:00:00.000Z");
const attack: Pick<AttackLevel, "level"> = { level: () => 0 };
const captcha = makeCaptcha({ crypto, clock: { now: () => now }, attack: attack as AttackLevel });
const headed = (name: string, text: string) => ({ headers: { [name]: text } });
const socket = { remoteAddress: "127.0.0.1", localAddress: "127.0.0.1" };

const PARSERS: [name: string, length: number, parse: (text: string) => unknown][] = [
  ["a damaged token", HEAD, mendToken],
  ["a token in a query", HEAD, tokenInQuery],
  ["a link to confirm", HEAD, (text) => readToken(crypto, text)],
  ["a link against e-mails", HEAD, (text) => readSuppressionToken(crypto, text, now)],
  ["a personal link, also of a receipt", HEAD, (text) => readPersonalToken(crypto, text, now)],
  ["a link to restore", HEAD, (text) => readEncrypted(crypto, "restore", text)],
  ["a link to delete", HEAD, (text) => readEncrypted(crypto, "deletion-link", text)],
  ["a cookie of ours", HEAD, (text) => crypto.decrypt("receipt", text)],
  ["a name", FIELD, (text) => faultOfName(tidyName(text))],
  ["a name that was accepted", NAME_LENGTH.max, (text) => publicName(text, "initials") + initialsOf(text)],
  ["a name against the word list", NAME_LENGTH.max, (text) => standingOfName({ fullName: text, visibility: "public" }, now)],
  ["an e-mail address", FIELD, readEmail],
  ["a suggested address", FIELD, suggestAddress],
  [
    "an address that was accepted",
    EMAIL_LENGTH.max,
    (text) => [withoutTag(normaliseEmail(text)), webmailOf(text), isThrowaway(text)],
  ],
  ["the answer to a sum", FIELD, (text) => isRightAnswer({ left: 1, operator: "+", right: 2 }, text)],
  ["the session of a sum", FIELD, (text) => captcha.read(text, "3")],
  ["the solution of a puzzle", FIELD, mayBeSolution],
  ["the number of a page", HEAD, readPage],
  ["the path of a tile", HEAD, readTilePath],
  ["an address to go back to", HEAD, (text) => translatePath(ownPath(`/${text}`) ?? "/", "en")],
  ["an address in another language", HEAD, (text) => translatePath(`/en/${text}`, "fr")],
  ["an address that may redirect", HEAD, (text) => redirectFor(`/${text}`, text, "en")],
  ["an address that may be the list's", HEAD, (text) => listPageIn(`/${text}`)],
  ["Accept-Language", HEAD, acceptedLanguage],
  ["Accept-Encoding", HEAD, (text) => acceptedEncoding(headed("accept-encoding", text))],
  ["If-None-Match", HEAD, (text) => holdsCurrent(headed("if-none-match", text), '"AbC"')],
  ["X-Forwarded-For", HEAD, (text) => readForwardedFor(headed("x-forwarded-for", text))],
  ["an address of origin", HEAD, plainAddress],
  ["Host", HEAD, (text) => isFromHere({ ...headed("host", text), socket } as never)],
];

const BITS =
  ". - + , ; : / \\ % = & ? # @ \" ' ( [ < ; q=1, q=0; br gzip a. a- a@ a+ a/ a/../ %41 %e2 %2f 1 1. 1: :: x001/ seite/ unterstuetzer/ token= token 3D".split(
    " ",
  );
const UNSEEN = [
  " ",
  "\t",
  "a ",
  "\r\n",
  "\u0301",
  "\u0301\u0316",
  "a\u200d",
  "\u200d",
  "\u00ad",
  "\ufdfa",
  "\u1100\u1161",
  "ü.",
  "\ud800",
];

/** As long as may be, and as long as something shorter that is still looked at: one bit again and again, alone and between what a parser is glad to find. */
const worst = (length: number) =>
  [length, FIELD, FIELD / 2]
    .filter((long) => long <= length)
    .flatMap((long) =>
      [...BITS, ...UNSEEN].flatMap((bit) => {
        const many = bit.repeat(Math.floor((long - 8) / bit.length));
        return [many, `a${many}a`, `a@${many}.de`];
      }),
    );

/** Of several, since other work on the machine only ever makes it slower. */
function fastest(work: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );
}

/** How many times as long as one look at each character. */
const MOST = 150;

test.each(PARSERS)("%s of %i characters takes no longer for being made to", (_name, length, parse) => {
  const benign = "a".repeat(Math.max(length, FIELD));
  for (let warm = 0; warm < 200; warm++) encodeURIComponent(benign);
  const measured = worst(length).map((text) => {
    parse(text);
    return { text: `${text.slice(0, 12)}…`, times: fastest(() => parse(text)) / fastest(() => encodeURIComponent(benign)) };
  });
  expect(measured.filter(({ times }) => times > MOST)).toEqual([]);
});
