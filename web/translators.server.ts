import { compileFile } from "../messages/catalogue.ts";
import { type Catalogue, type Translate, translator } from "../messages/translate.ts";
import type { Language } from "../petition/language.ts";

/** `files` from `import.meta.glob`: the server of the built pages has no sources beside it. What `ofCampaign` says goes before. */
export function translatorsOf(files: Record<string, unknown>, ofCampaign: Record<string, unknown>) {
  const translators: Partial<Record<Language, Translate>> = {};
  const catalogueFor = (language: Language) => ({ ...catalogueOf(language, files), ...catalogueOf(language, ofCampaign) });
  return (language: Language) => (translators[language] ??= translator(language, { [language]: catalogueFor(language) }));
}

function catalogueOf(language: Language, files: Record<string, unknown>): Catalogue {
  const catalogue: Catalogue = {};
  for (const [path, texts] of Object.entries(files)) {
    const [, folder, file] = /\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    if (folder === language && file) Object.assign(catalogue, compileFile(language, file, texts));
  }
  return catalogue;
}
