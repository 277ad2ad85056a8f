import { orElse } from "./or-else.ts";

/** Undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  return orElse(() => JSON.parse(text), undefined);
}
