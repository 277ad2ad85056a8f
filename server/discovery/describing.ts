/** How a call is written down in OpenAPI: what it takes and answers, out of the shapes of `contract/`. */
import { z } from "zod";
import { refusal, tooManyAttempts } from "../../contract/visitor.schema.ts";

const retryAfter = { "Retry-After": { schema: { type: "integer" }, description: "Seconds" } };

type Answers = Record<number, { description: string }>;

interface Details {
  parameters?: object[];
  body?: z.ZodType;
  /** Carries an `ETag`, and answers 304 to whoever has that version. */
  validated?: boolean;
}

export function call(summary: string, answers: Answers, { parameters, body, validated = false }: Details = {}): object {
  return {
    summary,
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: true, ...json(shape(body, "input")) } }),
    responses: {
      ...answers,
      ...(validated && { 304: { description: "Unchanged since the version named in If-None-Match" } }),
      503: { ...refused("The database is away"), headers: retryAfter },
    },
  };
}

export function query(name: string, schema: z.ZodType, description?: string): object {
  return { name, in: "query", schema: shape(schema, "input"), ...(description && { description }) };
}

export function inPath(name: string, description?: string): object {
  return { name, in: "path", required: true, schema: { type: "string" }, ...(description && { description }) };
}

export function answer(description: string, schema: z.ZodType): { description: string } {
  return { description, ...json(shape(schema)) };
}

export function text(description: string, type: string): { description: string } {
  return Object.assign({ description }, { content: { [type]: { schema: { type: "string" } } } });
}

/** As JSON, and as text of another type. */
export function inFormats(description: string, schema: z.ZodType, type: string): { description: string } {
  const content = { ...json(shape(schema)).content, [type]: { schema: { type: "string" } } };
  return Object.assign({ description }, { content });
}

export function notThere(description: string): { description: string } {
  return { description };
}

export function refused(description: string): { description: string } {
  return { description, ...json({ $ref: "#/components/schemas/Refusal" }) };
}

/** `named`: what is said of a body that was understood, besides the bare message. */
export function refusedBodies(named: z.ZodType = refusal): Answers {
  return {
    400: answer("Something is missing or wrong", z.union([...new Set([named, refusal])])),
    413: refused("Too long"),
    415: refused("No JSON"),
  };
}

export function tooOften(): { description: string } {
  return Object.assign(answer("Too many attempts", tooManyAttempts), { headers: retryAfter });
}

export function json(schema: object): { content: object } {
  return { content: { "application/json": { schema } } };
}

/** `input`: as it is sent, where defaults may be left out. */
export function shape(schema: z.ZodType, io: "input" | "output" = "output"): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
