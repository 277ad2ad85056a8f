import { compileFile } from "../../messages/catalogue.ts";
import type { MessageKey } from "../../messages/keys.ts";
import { type Catalogue, type Translate, translator, type Values } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import type { Prose, ProsePart } from "./prose.ts";

/** By path: the server that runs the built pages has no sources beside it. */
const files = import.meta.glob<unknown>("../../messages/*/{accessibility,legal,privacy}.json", {
  eager: true,
  import: "default",
});

const translators = new Map<Language, Translate>();

export function longTranslatorFor(language: Language): Translate {
  const known = translators.get(language);
  if (known) return known;
  const made = translator(language, { [language]: catalogueOf(language) });
  translators.set(language, made);
  return made;
}

export type ProseTags = Record<string, (text: string) => ProsePart>;

export function proseOf(t: Translate, key: MessageKey, values: Values = {}, tags: ProseTags = {}): Prose {
  const filled: Record<string, string | number | ((chunks: (string | ProsePart)[]) => ProsePart)> = { ...values };
  for (const [name, tag] of Object.entries(tags)) filled[name] = (chunks) => tag(chunks.join(""));
  const said = t.rich<ProsePart>(key, filled);
  return Array.isArray(said) ? said : [said];
}

function catalogueOf(language: Language): Catalogue {
  const catalogue: Catalogue = {};
  for (const [path, texts] of Object.entries(files)) {
    const [, folder, file] = /\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    if (folder === language && file) Object.assign(catalogue, compileFile(language, file, texts));
  }
  return catalogue;
}
