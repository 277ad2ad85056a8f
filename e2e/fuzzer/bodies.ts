import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { SESSION, SUM, tokenNames } from "./material.ts";
import { bytesOf } from "./request.ts";
import { nastyTexts, nastyValues } from "./texts.ts";

type Fields = Record<string, unknown>;

const NOBODY = "00000000-0000-4000-8000-000000000000";

/** By the end of the path. Nothing in it may change what others see: nobody's id, nobody's address. */
const SHAPES: [RegExp, Fields][] = [
  [
    /\/petition\/sign$/,
    {
      fullName: "Kanarien Vogel",
      email: "kanarienvogel@example.net",
      visibility: "public",
      gdprConsent: true,
      captcha: SUM,
      sessionId: SESSION,
      locale: "fr",
      websiteNote: "",
    },
  ],
  [/\/petition\/resend$/, { email: "kanarienvogel@example.net", locale: "nl" }],
  [/\/petition\/delete$/, { email: "kanarienvogel@example.net", confirmDeletion: true, locale: "es" }],
  [/\/language\/switch$/, { lang: "pl", redirectTo: "/impressum" }],
  [/\/analytics$/, { event: "page_view", petition: "bargeld", path: "/", language: "de", target: "x" }],
  [/\/mail\/bounces$/, { messageId: `<${NOBODY}@petition.example>`, recipient: "kanarienvogel@example.net", kind: "hard" }],
  [/\/admin\/collection$/, { status: "open", day: null, texts: { de: "Kanarienvogel" } }],
  [/\/admin\/(quarantine|release)$/, { signature: NOBODY, search: "", expected: 1 }],
  [/\/name$/, { hidden: true }],
  [/\/keys\/rotate$/, { key: "secret", forgetOld: false }],
  [/^\/sprache$/, { lang: "pl", redirectTo: "/widerruf" }],
  [/\/widerruf$/, { email: "kanarienvogel@example.net", confirmDeletion: "true" }],
  [/\/(confirm|nicht-ich|wiederherstellen|meine-daten|herunterladen)$/, { token: "x", fullName: "Kanarien Vogel", intent: "" }],
  [
    /^\/\w*$/,
    {
      fullName: "Kanarien Vogel",
      email: "kanarienvogel@example.net",
      visibility: "public",
      gdprConsent: "true",
      captcha: SUM,
      sessionId: SESSION,
      intent: "",
    },
  ],
];

/** Added to any body. */
const FOREIGN_KEYS: Fields = {
  constructor: { prototype: { isAdmin: true } },
  toString: "x",
  id: NOBODY,
  status: "open",
  count: 1,
};

interface Encoded {
  body: string;
  type: string;
  packed?: "gzip";
}

const BOUNDARY = "kanarienvogel";

const ENCODINGS: Record<string, (fields: Fields) => Encoded> = {
  json: (fields) => ({ body: bytesOf(JSON.stringify(fields)), type: "application/json" }),
  form: (fields) => ({ body: formOf(fields), type: "application/x-www-form-urlencoded" }),
  "polluting json": (fields) => ({
    body: bytesOf(`{"__proto__":{"isAdmin":true},${JSON.stringify(fields).slice(1)}`),
    type: "application/json",
  }),
  "each key twice": (fields) => ({
    body: bytesOf(`${JSON.stringify(fields).slice(0, -1)},"email":"","token":null,"lang":"xx"}`),
    type: "application/json",
  }),
  "cut json": (fields) => ({ body: bytesOf(JSON.stringify(fields).slice(0, -3)), type: "application/json" }),
  "json that is no UTF-8": (fields) => ({
    body: JSON.stringify(fields)
      .replace(/[^\0-\xff]/g, "?")
      .replace(/":"/g, '":"\xff\xc3'),
    type: "application/json",
  }),
  "json with a mark in front": (fields) => ({ body: bytesOf(`\ufeff${JSON.stringify(fields)}`), type: "application/json" }),
  "json in UTF-16": (fields) => ({
    body: Buffer.from(JSON.stringify(fields), "utf16le").toString("latin1"),
    type: "application/json; charset=utf-16",
  }),
  "packed json": (fields) => ({
    body: gzipSync(JSON.stringify(fields)).toString("latin1"),
    type: "application/json",
    packed: "gzip",
  }),
  "json as text": (fields) => ({ body: bytesOf(JSON.stringify(fields)), type: "text/plain" }),
  "a form that says it is json": (fields) => ({ body: formOf(fields), type: "application/json" }),
  "json that says it is a form": (fields) => ({
    body: bytesOf(JSON.stringify(fields)),
    type: "application/x-www-form-urlencoded",
  }),
  multipart: (fields) => ({ body: multipart(fields), type: `multipart/form-data; boundary=${BOUNDARY}` }),
  "multipart without its end": (fields) => ({
    body: multipart(fields).slice(0, -20),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  }),
  "broken percents": (fields) => ({ body: `${formOf(fields)}&%zz=%E0%A4%A&&==&`, type: "application/x-www-form-urlencoded" }),
  "a thousand fields": (fields) => ({
    body: `${formOf(fields)}${"&a=b".repeat(1000)}`,
    type: "application/x-www-form-urlencoded",
  }),
  xml: () => ({
    body: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    type: "text/xml",
  }),
  "an e-mail": (fields) => ({
    body: bytesOf(`From: x\r\nContent-Type: multipart/report\r\n\r\n${JSON.stringify(fields)}`),
    type: "message/rfc822",
  }),
  nothing: () => ({ body: "", type: "application/json" }),
  "no form at all": () => ({ body: "", type: "application/x-www-form-urlencoded" }),
  "too much": (fields) => ({
    body: bytesOf(JSON.stringify({ ...fields, more: "x".repeat(70_000) })),
    type: "application/json",
  }),
  "far too much": (fields) => ({
    body: formOf({ ...fields, more: "x".repeat(1_100_000) }),
    type: "application/x-www-form-urlencoded",
  }),
};

export interface StrangeBody {
  /** One number for each field in turn: keep it, take it away, or put something else there. */
  changes: { index: number; value: unknown }[];
  extra: boolean;
  token: string;
  /** Null for the one that the place expects. */
  encoding: string | null;
  /** Instead of any fields. */
  bare: unknown;
}

export const bodies: fc.Arbitrary<StrangeBody> = fc.record({
  changes: fc.array(fc.record({ index: fc.nat({ max: 9 }), value: fc.oneof(nastyValues, fc.constant(undefined)) }), {
    maxLength: 2,
  }),
  extra: fc.boolean(),
  token: fc.oneof(tokenNames, nastyTexts),
  encoding: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(ENCODINGS)) },
  ),
  bare: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: nastyValues }),
});

export function bodyAt(path: string, { changes, extra, token, encoding, bare }: StrangeBody): Encoded {
  if (bare !== undefined) return { body: bytesOf(JSON.stringify(bare) ?? ""), type: "application/json" };
  const fields = { ...SHAPES.find(([where]) => where.test(path))?.[1] };
  if ("token" in fields || /widerruf$/.test(path)) fields.token = token;
  const names = Object.keys(fields);
  for (const { index, value } of changes) fields[names[index % names.length] ?? "email"] = value;
  if (extra) Object.assign(fields, { ...FOREIGN_KEYS, ...fields });
  const expected = path.startsWith("/api/") ? "json" : "form";
  return (ENCODINGS[encoding ?? expected] ?? ENCODINGS.json)?.(fields) ?? { body: "", type: "" };
}

function formOf(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
    .join("&");
}

function multipart(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${bytesOf(textOf(value))}\r\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

function textOf(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();
}
