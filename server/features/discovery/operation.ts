import { CALLS, type Call, type CallName } from "../../../contract/calls.ts";
import type { DescribedAnswer, DescribedCall } from "../../../contract/described.ts";
import type { Answered, Operation, Parameter, Reference } from "../../../contract/discovery.ts";
import { refusal, tooManyAttempts } from "../../../contract/visitor.ts";
import type { Writer } from "./describing.ts";
import examples from "./examples.json" with { type: "json" };

interface Example {
  takes?: Record<string, unknown>;
  status: number;
  answer?: unknown;
}

const EXAMPLES: Partial<Record<CallName, Example>> = examples;

export function writeOperation(name: CallName, described: DescribedCall, writer: Writer): Operation {
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
    ...(call.method !== "GET" && { 413: refer("TooLong"), 415: refer("NoJson") }),
    ...((isAsked || isLimited) && { 429: refer("TooOften") }),
    431: refer("HeadersTooLong"),
    500: refer("Failed"),
    ...(!isStill && { 503: refer("Away") }),
  };
}

export function commonAnswers(writer: Writer): Record<string, Answered> {
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
