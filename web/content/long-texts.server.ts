import type { MessageKey } from "../../messages/keys.ts";
import type { Translate, Values } from "../../messages/translate.ts";
import { translatorsOf } from "../translators.server.ts";
import type { Prose, ProsePart } from "./prose.ts";

export const longTranslatorFor = translatorsOf(
  import.meta.glob("../../messages/*/{accessibility,legal,privacy}.json", { eager: true, import: "default" }),
);

export type ProseTags = Record<string, (text: string) => ProsePart>;

export function proseOf(t: Translate, key: MessageKey, values: Values = {}, tags: ProseTags = {}): Prose {
  const filled: Record<string, string | number | ((chunks: (string | ProsePart)[]) => ProsePart)> = { ...values };
  for (const [name, tag] of Object.entries(tags)) filled[name] = (chunks) => tag(chunks.join(""));
  const said = t.rich<ProsePart>(key, filled);
  return Array.isArray(said) ? said : [said];
}
