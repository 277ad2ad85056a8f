import type { MessageKey } from "../../messages/keys.ts";
import type { Translate, Values } from "../../messages/translate.ts";
import type { Linked } from "./sources.ts";

export function linked(t: Translate, key: MessageKey, values: Values = {}): Linked {
  const rich = t.rich<{ link: string }>(key, { ...values, a: (parts) => ({ link: parts.join("") }) });
  const parts = Array.isArray(rich) ? rich : [rich];
  const place = parts.findIndex((part) => typeof part !== "string");
  const link = parts[place];
  return {
    before: parts.slice(0, place).join(""),
    link: typeof link === "object" ? link.link : "",
    after: parts.slice(place + 1).join(""),
  };
}
