import { z } from "zod";
import { API } from "../../../contract/api.ts";
import { CALLS, type Call, type CallName } from "../../../contract/calls.ts";
import { type DescribedAnswer, type DescribedCall, TAGS } from "../../../contract/described.ts";
import type { Answered, ApiDescription, Operation, Parameter, Reference, Shape } from "../../../contract/machines.ts";
import { refusal, tooManyAttempts } from "../../../contract/visitor.ts";
import { PAGES } from "../../../petition/addresses.ts";
import { isExampleAddress } from "../../../petition/example-address.ts";
import { PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import { LICENCE, VERSION } from "../../platform/version.ts";
import examples from "./examples.json" with { type: "json" };

type Described = { publicUrl: string; name: string } & Record<"takesBounces" | "takesEvents" | "copiesDatabase", boolean>;

const ABOUT = `Names, rules and limits are those of the site itself: its own pages make these calls.

Bodies are JSON, and unknown fields are ignored. A refused or failed call answers \`{ "message" }\`, a sentence for people in the language of \`locale\` in the body, else \`lang\` in the address, else the cookie, else \`Accept-Language\`, else German. What came of signing, confirming and withdrawing stands in \`outcome\`.

The administrator's key goes into \`Authorization: Bearer\`, never into an address.`;

export function discovery({ publicUrl, ...others }: Omit<Described, "publicUrl"> & { publicUrl(): string }) {
  let known: { url: string; api: ApiDescription } | null = null;
  return {
    describedApi() {
      const url = publicUrl();
      if (known?.url !== url) known = { url, api: describeApi({ publicUrl: url, ...others }) };
      return known.api;
    },
  };
}

export function describeApi({ publicUrl, name: petition, ...site }: Described): ApiDescription {
  const writer = openWriter();
  const isThere: Partial<Record<CallName, boolean>> = {
    handInReport: site.takesBounces,
    tellEvent: site.takesEvents,
    copyDatabase: site.copiesDatabase,
  };
  const paths: ApiDescription["paths"] = {};
  for (const name of (Object.keys(CALLS) as CallName[]).filter((one) => isThere[one] ?? true)) {
    const { path, method = "GET" }: Call = CALLS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: writeOperation(name, API[name], writer) };
  }
  const responses = commonAnswers(writer);
  return {
    openapi: "3.1.0",
    info: {
      title: `Calls of the petition “${petition}”`,
      version: VERSION,
      summary: "What programs may ask of this site.",
      description: ABOUT,
      license: { name: LICENCE, url: `${publicUrl}/LICENSE.txt` },
      contact: contact(publicUrl),
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: writer.named(),
      responses,
      securitySchemes: {
        administrator: { type: "http", scheme: "bearer", description: "The administrator's key (`ADMIN_KEY`)." },
      },
    },
  };
}

function contact(publicUrl: string): object {
  const { name, email } = petitionConfig.organisation;
  return {
    url: `${publicUrl}${PAGES.legalNotice}`,
    ...(!name.includes(PLACEHOLDER) && { name }),
    ...(!email.includes(PLACEHOLDER) && !isExampleAddress(email) && { email }),
  };
}

type Example = { takes?: Record<string, unknown>; status: number; answer?: unknown };

const EXAMPLES: Partial<Record<CallName, Example>> = examples;

function writeOperation(name: CallName, described: DescribedCall, writer: Writer): Operation {
  const call: Call = CALLS[name];
  const example = EXAMPLES[name];
  const parameters = parametersOf(call, described, writer, example?.takes ?? {});
  const body = bodyOf(call, described, writer, example?.takes);
  return {
    operationId: name,
    tags: [described.tag ?? "Administration"],
    summary: call.summary,
    description: described.says,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...(commonOf(call, described) as Record<number, Reference>),
      ...Object.fromEntries(
        Object.entries(described.answers).map(([status, answer]) => [
          status,
          answerOf(answer, described, writer, Number(status), example),
        ]),
      ),
    },
    security: SECURITY[call.key ?? "none"],
  };
}

const KEY = { administrator: [] };
const SECURITY = { none: [], always: [KEY], "from elsewhere": [{}, KEY] };

function parametersOf(call: Call, { takes }: DescribedCall, writer: Writer, given: Record<string, unknown>): Parameter[] {
  if (!takes) return [];
  const { properties = {}, required = [] } = writer.shape(takes, "input");
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: placeOf(name, call),
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    ...(given[name] !== undefined && { example: given[name] }),
  }));
}

function placeOf(name: string, { path }: Call): "path" | "header" | "query" {
  if (path.includes(`{${name}}`)) return "path";
  return name.startsWith("X-") ? "header" : "query";
}

function bodyOf(
  call: Call,
  { takes, body }: DescribedCall,
  writer: Writer,
  given?: Record<string, unknown>,
): Operation["requestBody"] | null {
  if (!body) return null;
  const elsewhere = Object.keys(takes?.shape ?? {});
  const sent = Object.entries(given ?? {}).filter(([name]) => !elsewhere.includes(name));
  const json = { schema: writer.shape(body, "input"), ...(given && { example: Object.fromEntries(sent) }) };
  const mail = { "message/rfc822": { schema: { type: "string" } } };
  return { required: true, content: { ...(call.takes === "signed bytes" && mail), "application/json": json } };
}

function answerOf(
  { says, shape, types = [] }: DescribedAnswer,
  { isValidated }: DescribedCall,
  writer: Writer,
  status: number,
  example: Example | undefined,
): Answered {
  const given = example?.status === status && example.answer !== undefined ? { example: example.answer } : {};
  const isText = typeof example?.answer === "string";
  const content = {
    ...(shape && { "application/json": { schema: writer.shape(shape, "output"), ...(!isText && given) } }),
    ...Object.fromEntries(
      types.map((type, index) => [type, { schema: { type: "string" }, ...(isText && index === 0 && given) }]),
    ),
  };
  const etag = { ETag: { description: "For If-None-Match", schema: { type: "string" } } };
  return {
    description: says,
    ...(status === 200 && isValidated && { headers: etag }),
    ...(status === 503 && { headers: RETRY_AFTER }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

const RETRY_AFTER = { "Retry-After": { description: "Seconds", schema: { type: "integer" } } };

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });

function commonOf(call: Call, { isLimited, isStill, isValidated }: DescribedCall): Partial<Record<number, Reference>> {
  const isAsked = call.key !== undefined;
  return {
    ...(isValidated && { 304: refer("Unchanged") }),
    ...(isAsked && { 400: refer("KeyInAddress"), 401: refer("NoKey") }),
    ...(call.method && { 413: refer("TooLong"), 415: refer("NoJson") }),
    ...((isAsked || isLimited) && { 429: refer("TooOften") }),
    431: refer("HeadersTooLong"),
    500: refer("Failed"),
    ...(!isStill && { 503: refer("Away") }),
  };
}

function commonAnswers(writer: Writer): Record<string, Answered> {
  const schema = writer.shape(refusal, "output");
  const refused = (description: string) => ({ description, content: { "application/json": { schema } } });
  const limited = { "application/json": { schema: writer.shape(tooManyAttempts, "output") } };
  return {
    Unchanged: { description: "Unchanged since the version named in If-None-Match" },
    KeyInAddress: refused("The key stood in the address, where logs keep it, or the body cannot be read"),
    NoKey: {
      ...refused("No key, or a wrong one"),
      headers: { "WWW-Authenticate": { description: "Bearer", schema: { type: "string" } } },
    },
    TooLong: refused("The body is too long"),
    NoJson: refused("The body is no JSON"),
    TooOften: { description: "Too many attempts", headers: RETRY_AFTER, content: limited },
    HeadersTooLong: refused("The headers are too long"),
    Failed: refused("A fault of the site"),
    Away: { ...refused("The database is away"), headers: RETRY_AFTER },
  };
}

type Json = Record<string, unknown>;

type Writer = ReturnType<typeof openWriter>;

function openWriter() {
  const named = new Map<string, Shape>();
  return {
    shape(schema: z.ZodType, io: "input" | "output"): Shape {
      const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), { io }) as unknown as {
        properties: { it: Json };
        $defs?: Record<string, Json>;
      };
      for (const [name, shape] of Object.entries($defs)) named.set(name, tidied(shape) as Shape);
      return tidied(properties.it) as Shape;
    },
    named: () => Object.fromEntries([...named].sort(([one], [other]) => one.localeCompare(other, "en"))),
  };
}

function tidied(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(tidied);
  if (typeof given !== "object" || given === null) return given;
  const shape = given as Json;
  const fields = Object.entries(shape).filter(([key, value]) => !isNoise(key, value, shape));
  const plain: Json = Object.fromEntries(
    fields.map(([key, value]) => [key, key === "properties" ? fieldsOf(value) : tidied(value)]),
  );
  if (typeof plain.$ref === "string") plain.$ref = plain.$ref.replace("#/$defs/", "#/components/schemas/");
  const needed = Object.entries((shape.properties ?? {}) as Record<string, Json>).filter(([, field]) => field.needed);
  if (needed.length > 0)
    plain.required = [...new Set([...((shape.required ?? []) as string[]), ...needed.map(([name]) => name)])];
  return plain;
}

function fieldsOf(properties: unknown): Json {
  return Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, { needed, ...field }]) => {
      if (needed) delete field.default;
      return [name, tidied(field)];
    }),
  );
}

function isNoise(key: string, value: unknown, { format }: Json): boolean {
  if (key === "id" || key === "$schema") return typeof value === "string";
  if (key === "additionalProperties") return value === false;
  if (key === "pattern") return typeof format === "string";
  return (key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
