import fc from "fast-check";
import { tokenNames } from "./material.ts";
import type { Header } from "./request.ts";

const LONG = "x".repeat(15_000);

/** By name, the values that something might believe. */
const VALUES: Record<string, string[]> = {
  Origin: ["null", "https://evil.example", "http://localhost", "https://petition.example", "file://", "", "\xff"],
  Host: ["evil.example", "", "localhost:99999", "[::1]", "petition.example:443", "a b", "evil.example/path", "x".repeat(300)],
  Forwarded: ["for=1.2.3.4", 'for="[::1]";host=evil.example;proto=https', ";;;", "for=_hidden"],
  "X-Forwarded-For": ["127.0.0.1", "::1", "unknown", "1.2.3.4:80", "' or 1=1", ",,,", `${"1.2.3.4, ".repeat(200)}1.1.1.1`],
  "X-Forwarded-Host": ["evil.example", "", "evil.example, other.example", "\xff"],
  "X-Forwarded-Proto": ["https", "javascript", "https, http"],
  "X-Real-IP": ["127.0.0.1"],
  "X-Original-URL": ["/api/admin/stats"],
  "X-Rewrite-URL": ["/api/admin/stats"],
  "X-HTTP-Method-Override": ["DELETE", "PUT", "TRACE"],
  Accept: ["*/*", "application/json", "text/html;q=0", ",;,", "image/avif", "\xff/\xfe"],
  "Accept-Encoding": ["gzip", "br", "gzip;q=0, br;q=0", "*;q=0", "identity;q=0", "zstd", "br;q=1.0000000000001", ",,"],
  "Accept-Language": ["pl", "fr;q=0.5, nl", "*", "__proto__", "xx, de;q=0", ";q=1", `${"de,".repeat(400)}`],
  "Accept-Charset": ["utf-16"],
  Referer: ["https://evil.example/", "null", "/", "javascript:alert(1)"],
  Cookie: [
    "language=fr",
    "language=constructor",
    "language=%E0%A4%A",
    "language=pl; language=nl",
    "signed=x",
    "signed=; language=; =; ;;;",
    "__proto__=x; constructor=y",
    `signed=${"A".repeat(4000)}`,
    `${"a=b; ".repeat(500)}language=it`,
  ],
  Range: ["bytes=0-0", "bytes=-1", "bytes=9999999-", "bytes=0-1,2-3,4-5", "lines=1-2", "bytes=a-b"],
  "If-None-Match": ["*", '"x"', 'W/"', ",,,", "W/".repeat(3000)],
  "If-Modified-Since": ["yesterday", "Thu, 01 Jan 2099 00:00:00 GMT"],
  "If-Range": ['"x"'],
  Expect: ["100-continue", "200-ok"],
  Upgrade: ["websocket", "h2c"],
  "Sec-Fetch-Site": ["cross-site", "same-origin", "none", "x"],
  "User-Agent": ["", "\xff\xfe", "x".repeat(2000), "Googlebot/2.1", "<script>", "'"],
  Authorization: ["Bearer", "Bearer ", "bearer x", "Basic YTpi", "Bearer \xff", "Bearer x y", "x".repeat(3000)],
  "X-Signature": ["", "sha256=", "0".repeat(64), "x"],
  "Content-Encoding": ["gzip", "br", "deflate, gzip", "x"],
  "Content-Type": [
    "application/json",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "text/plain",
    "application/csp-report",
    "message/rfc822",
    "x",
    "",
    "application/json, text/html",
    "__proto__/constructor",
  ],
  TE: ["trailers"],
  Trailer: ["Authorization"],
  "Max-Forwards": ["0"],
  Purpose: ["prefetch"],
  X: [LONG],
};

const known: fc.Arbitrary<Header> = fc
  .constantFrom(...Object.entries(VALUES))
  .chain(([name, values]) => fc.constantFrom(...values).map((value): Header => [name, value]));

const withToken: fc.Arbitrary<Header> = fc
  .tuple(fc.constantFrom("Authorization", "Cookie", "X-Signature", "If-None-Match"), tokenNames)
  .map(([name, token]) => [name, name === "Authorization" ? `Bearer ${token}` : name === "Cookie" ? `signed=${token}` : token]);

const odd: fc.Arbitrary<Header> = fc
  .tuple(fc.constantFrom("X-Odd", "__proto__", "constructor", "toString"), fc.string({ unit: "binary-ascii", maxLength: 20 }))
  .map(([name, value]) => [name, value.replace(/[\r\n]/g, "\t")]);

/** More than any server takes. */
const tooMany: fc.Arbitrary<Header[]> = fc.constantFrom(
  Array.from({ length: 8 }, (_, index): Header => [`X-${index}`, LONG]),
  Array.from({ length: 3000 }, (_, index): Header => [`X-${index}`, "x"]),
);

export const headers: fc.Arbitrary<Header[]> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.array(
      fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: withToken }, { weight: 1, arbitrary: odd }),
      { maxLength: 4 },
    ),
  },
  { weight: 1, arbitrary: tooMany },
);
