/**
 * The description against the running site: every call is made, and what comes must be what is described. With `RECORD_EXAMPLES=1` what came
 * is written down as the examples of the description.
 */
import { subscribe } from "node:diagnostics_channel";
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILD_FOLDER } from "../../../campaign-folder.ts";
import { CALLS, type Call, type CallName } from "../../../contract/calls.ts";
import type { ApiDescription, Operation } from "../../../contract/machines.ts";
import { petitionConfig } from "../../../petition.config.ts";
import { openTour, tour, type Visited } from "../../testing/api-tour.ts";
import type { House } from "../../testing/house.ts";
import examples from "./examples.json" with { type: "json" };

const NAMES = Object.keys(CALLS) as CallName[];

const STATUS: Partial<Record<CallName, number>> = { tellEvent: 204, addPaper: 201 };

/** Routes that are no calls, and what they are. */
const BESIDE: Record<string, string> = {
  "/robots.txt": "for crawlers",
  "/sitemap.xml": "for crawlers",
  "/.well-known/security.txt": "for whoever has found a hole (RFC 9116), and only where somebody is named",
  "/manifest.webmanifest": "for browsers",
  "/doctor": "a question that nobody can put but the command of that name, by the key of this installation",
  "/sprache": "a form of the pages",
  "/*": "the pages",
  "/api": "the answer to what is no call",
  "/api/": "the answer to what is no call",
  "/api/*": "the answer to what is no call",
  "/api/admin/*": "the answer to what is no call",
};

/** Told of each server that is made in this process, before its routes are. */
subscribe("fastify.initialization", (message) =>
  (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", ({ method, url }) => {
    routes.push(...[method].flat().map((one) => ({ method: one, url })));
  }),
);
const routes: { method: string; url: string }[] = [];

let house: House;
let api: ApiDescription;
let visited: Visited[];
beforeAll(async () => {
  house = await openTour();
  visited = await tour(house);
  api = (await house.get<ApiDescription>("/api/openapi.json")).body;
  if (process.env.RECORD_EXAMPLES) await record();
});
afterAll(() => house.close());

test("each call of the site was made, and is described under its name", () => {
  expect(visited.map(({ name }) => name).sort()).toEqual(NAMES.toSorted());
  expect(
    operations()
      .map(({ operationId }) => operationId)
      .sort(),
  ).toEqual(NAMES.toSorted());
});

test("each route of the running site is described, or is known to be no call", () => {
  const files = readdirSync(join(BUILD_FOLDER, "client"));
  const isFile = (url: string) => files.some((name) => url === `/${name}` || url === `/${name}/*`);
  // HEAD is GET without a body.
  const asked = routes.filter(({ method, url }) => !["HEAD", "OPTIONS"].includes(method) && !(url in BESIDE) && !isFile(url));
  expect(asked.length).toBeGreaterThan(NAMES.length);
  expect(asked.filter(({ method, url }) => !described(method).some((path) => path.test(url)))).toEqual([]);
});

test("each call that is described is a route of the running site", () => {
  const missing = NAMES.filter((name) => {
    const { method = "GET", path }: Call = CALLS[name];
    return !routes.some((route) => route.method === method && patternOf(path).test(route.url));
  });
  expect(missing).toEqual([]);
});

const json = { "content-type": "application/json" };
const far = { "x-forwarded-for": "203.0.113.9" };

/** Ways to be refused, each as whoever calls may meet it. */
const REFUSALS: [name: CallName, status: number, request: RequestInit, fields?: Record<string, string>][] = [
  ["supporters", 400, {}, { page: "0" }],
  ["openCounts", 400, {}, { by: "week" }],
  ["engraving", 404, {}, { step: "999999" }],
  ["logText", 404, {}, { hash: "0" }],
  ["sign", 400, { body: "{}", headers: json }],
  ["sign", 400, { body: "{", headers: json }],
  ["sign", 403, { body: "{}", headers: json }],
  ["sign", 413, { body: JSON.stringify("x".repeat(100_000)), headers: json }],
  ["sign", 415, { body: "{}", headers: { "content-type": "text/plain" } }],
  ["resend", 400, { body: "{}", headers: json }],
  ["confirm", 404, {}, { token: "forged" }],
  ["withdraw", 400, { body: "{}", headers: json }],
  ["sendPersonalLink", 400, { body: "{}", headers: json }],
  ["receipt", 400, { body: "{}", headers: json }],
  ["receipt", 404, { body: '{"token":"forged"}', headers: json }],
  ["switchLanguage", 400, { body: '{"lang":"xx"}', headers: json }],
  ["tellEvent", 400, { body: "{}", headers: json }],
  ["handInReport", 401, { body: "{}", headers: json }],
  ["metrics", 401, { headers: far }],
  ["adminStats", 401, { headers: far }],
  ["adminStats", 400, {}, { key: "secret" }],
  ["restartLog", 401, { body: "{}", headers: json }],
];

test.each(REFUSALS)("%s: a %i is described as it comes", async (name, status, request, fields = {}) => {
  const { method = "GET", path }: Call = CALLS[name];
  const address = path.replace(/\{(\w+)\}/g, (_match, field: string) => fields[field] ?? "x");
  // While the petition is closed, as the tour leaves it, nobody can sign.
  const isOpen = name === "sign" && status !== 403;
  if (isOpen) await house.rows("update collection set status = 'open'");
  house.clock.forward(2_000);
  const response = await fetch(`${house.url}${address}?${new URLSearchParams(fields)}`, { method, ...request });
  if (isOpen) await house.rows("update collection set status = 'closed'");
  expect(response.status).toBe(status);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  expect(faultsOf(isJson ? JSON.parse(text) : text, name, status)).toEqual([]);
});

describe.each(NAMES)("%s", (name) => {
  test("answers what is described, and nothing beside it", () => {
    const { status, answer } = visit(name);
    expect(status).toBe(STATUS[name] ?? 200);
    expect(faultsOf(answer, name, status)).toEqual([]);
  });

  test("has an example that is like it", () => {
    const { takes, status, answer } = visit(name);
    const example = (examples as Record<string, Partial<Visited>>)[name];
    expect(example?.status).toBe(status);
    expect(Object.keys(example?.takes ?? {}).sort()).toEqual(Object.keys(takes).sort());
    expect(faultsOf(example?.answer, name, status)).toEqual([]);
    expect(outlineOf(example?.answer)).toEqual(outlineOf(shortened(answer, name)));
  });
});

function visit(name: CallName): Visited {
  const found = visited.find((one) => one.name === name);
  if (!found) throw new Error(`${name} was not called`);
  return found;
}

function described(method: string): RegExp[] {
  return Object.entries(api.paths).flatMap(([path, methods]) => (method.toLowerCase() in methods ? [patternOf(path)] : []));
}

/** Of the site's routes that answer this address: `{token}` is `:token`, two at the end may be `*`. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/[.]/g, "\\.").replace(/\{(\w+)\}\/\{(\w+)\}$/, "\\*");
  return new RegExp(`^${parts.replace(/\{\w+\}/g, "[\\w:]+")}$`);
}

function operations(): Operation[] {
  return Object.values(api.paths).flatMap((methods) => Object.values(methods));
}

function faultsOf(answer: unknown, name: CallName, status: number): unknown[] {
  const responses = operations().find(({ operationId }) => operationId === name)?.responses;
  const given = responses?.[status];
  const response = given && "$ref" in given ? api.components.responses[given.$ref.split("/").at(-1) ?? ""] : given;
  if (!response) return [`${name} has no ${status}`];
  if (!response.content) return answer === undefined ? [] : [`${name} answers more than nothing`];
  if (typeof answer === "string") return Object.keys(response.content).some((type) => !type.includes("json")) ? [] : ["a text"];
  const isFitting = validator.compile({
    ...closed(response.content["application/json"]?.schema),
    components: closed(api.components),
  });
  return isFitting(answer) ? [] : (isFitting.errors ?? []);
}

const validator = formats.default(new Ajv2020({ strict: false, allErrors: true }));

/** Nothing beside the fields that are described, except where anything may be. */
function closed(shape: unknown): object {
  return JSON.parse(
    JSON.stringify(shape, (key, value) =>
      value?.properties && value.type === "object" && key !== "properties" ? { additionalProperties: false, ...value } : value,
    ),
  );
}

/** Names of fields and kinds of values: of a list, those of its first. */
function outlineOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, 1).map(outlineOf);
  if (typeof answer !== "object" || answer === null) return typeof answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, outlineOf(value)]));
}

const LONGEST = 400;
/** No further than to where a picture or a page names the petition: the examples stand in the description of any. */
const LONGEST_MARKUP = 100;

/** As an example shows it: the first two of a list, the beginning of a long text. */
function shortened(answer: unknown, name: CallName): unknown {
  if (name === "description") return { openapi: api.openapi };
  if (name === "logText") return "What the petition is called.\nWhat it asks for, as it was signed.";
  if (typeof answer === "string") {
    const longest = answer.startsWith("<") ? LONGEST_MARKUP : LONGEST;
    return answer.length > longest ? `${answer.slice(0, longest)}…` : answer;
  }
  if (typeof answer !== "object" || answer === null) return answer;
  return JSON.parse(JSON.stringify(answer, (_key, value) => (Array.isArray(value) ? value.slice(0, 2) : value)));
}

async function record(): Promise<void> {
  const all = visited.map(({ name, takes, status, answer }) => [name, { takes, status, answer: shortened(answer, name) }]);
  const text = JSON.stringify(Object.fromEntries(all), null, 2)
    .replaceAll(house.dataFolder, "/srv/petition/data")
    .replaceAll(`"${petitionConfig.petitionId}"`, '"our-petition"');
  await writeFile(new URL("examples.json", import.meta.url), `${text}\n`);
}
