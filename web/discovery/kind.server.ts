/** A shape of JSON Schema in a few words. */
import type { Shape } from "../../contract/discovery.ts";
import type { FieldRow, Kind } from "./api-view.ts";

export function kindOf(shape: Shape): Kind {
  if (shape.$ref) return [{ shape: nameIn(shape.$ref) }];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.flatMap((one, index) => (index === 0 ? kindOf(one) : [" or ", ...kindOf(one)]));
  if (shape.const !== undefined) return [JSON.stringify(shape.const)];
  if (shape.enum) return [shape.enum.map((value) => String(value)).join(", ")];
  if (shape.items) return ["list of ", ...kindOf(shape.items)];
  if (shape.properties) return ["object"];
  if (shape.additionalProperties) return ["object of ", ...kindOf(shape.additionalProperties)];
  return [[shape.type ?? "anything"].flat().join(" or ") + (shape.format ? ` (${shape.format})` : "")];
}

export function nameIn(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** Those of objects within an object stand below it: `notice.title`, `rows[].time`. */
export function fieldsOf(shape: Shape, before = ""): FieldRow[] {
  const inner = shape.items ?? shape;
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const path = before + name;
    const row: FieldRow = {
      name: path,
      place: null,
      kind: kindOf(field),
      isNeeded: inner.required?.includes(name) ?? false,
      says: field.description ?? null,
      limits: limitsOf(field),
    };
    return [row, ...fieldsOf(field, field.items ? `${path}[].` : `${path}.`)];
  });
}

export function limitsOf({ minimum, maximum, maxLength, default: given }: Shape): string | null {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : null;
  const limits = [
    range ?? (minimum !== undefined ? `at least ${minimum}` : maximum !== undefined ? `at most ${maximum}` : null),
    maxLength !== undefined ? `at most ${maxLength} characters` : null,
    given !== undefined ? `without one: ${typeof given === "string" ? given : JSON.stringify(given)}` : null,
  ].filter((limit) => limit !== null);
  return limits.length > 0 ? limits.join("; ") : null;
}
