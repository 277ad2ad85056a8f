import fc from "fast-check";

/** Names that every object has, and texts at which parsers, databases and templates stumble. */
const NASTY = [
  "",
  " ",
  "\0",
  "Anna\0Berg",
  "\ud800",
  "Anna \udfff Berg",
  "\ufeff",
  "\u202eanna",
  "e\u0301".repeat(200),
  "💶".repeat(60),
  "ﷺ".repeat(40),
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e9",
  "9007199254740993",
  "99999999999999999999999999999999",
  "-1",
  "0x10",
  "'; drop table signatures; --",
  "%' or '1'='1",
  "\\",
  "\\u0000",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{{7*7}}",
  "<%= 7*7 %>",
  "=cmd|' /C calc'!A0",
  "../../etc/passwd",
  "http://evil.example/",
  "//evil.example",
  "javascript:alert(1)",
  "a@b",
  "kanarienvogel@example.net\r\nBcc: other@example.net",
  "kanarienvogel+a@example.net",
  `${"k".repeat(64)}@${"e".repeat(180)}.example`,
  "kanarienvogel@[127.0.0.1]",
  "kanarienvogel@xn--e1afmkfd.example",
  "kanarienvogel@пример.example",
  '"kanarien vogel"@example.net',
  "2026-02-30",
  "2026-11-21T00:00:00Z",
  "203.0.113.0/24",
  "2001:db8::/129",
  "00000000-0000-4000-8000-000000000000",
  "a".repeat(4001),
];

export const nastyTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

/** What stands in JSON where something else belongs. */
export const nastyValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyTexts },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, [], {}, [[]], [null], { length: -1 }, [""]),
  },
  { weight: 1, arbitrary: fc.constantFrom(10, 2000).map(nested) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inner) => [inner], "deep");
}
