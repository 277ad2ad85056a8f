import { z } from "zod";
import type { Shape } from "../../../contract/discovery.ts";

type Json = Record<string, unknown>;

export interface Writer {
  shape(schema: z.ZodType, io: "input" | "output"): Shape;
  named(): Record<string, Shape>;
}

export function openWriter(): Writer {
  const named = new Map<string, Shape>();
  return {
    shape(schema, io) {
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
