/** An eighth language, by the steps of docs/another-language.md and no other. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACCENTED, MIRRORED, type PseudoLanguage } from "./alphabets.ts";
import { pseudo } from "./message.ts";

export const PSEUDO_LANGUAGES = [ACCENTED, MIRRORED];

/** `root`: a copy of this repository. */
export function addLanguage(root: string, language: PseudoLanguage): void {
  const { code, name, direction } = language;
  const justNow = pseudo("just now", language);
  for (const messages of ["messages", "campaign/messages"]) translateFolder(join(root, messages), language);
  const known = `  ${code}: { name: "${name}", direction: "${direction}", justNow: "${justNow}" },\n`;
  edit(join(root, "petition/known-languages.ts"), /(?=\} as const satisfies)/, known);
  edit(join(root, "campaign/campaign.ts"), /(?<=languages: \[.*)(?=\])/, `, "${code}"`);
  edit(join(root, "campaign/campaign.ts"), /(?<=article: \{\n)/, `    ${code}: "digital-euro-${code}",\n`);
  const said = (english: string) => `${code}: ${JSON.stringify(pseudo(english, language))},`;
  edit(join(root, "campaign/petition.config.ts"), /(?<=association: \{\s+name: \{)/, said("citizens’ association"));
  edit(join(root, "campaign/petition.config.ts"), /(?<=recipient: \{)/, said("Parliament"));
}

function translateFolder(messages: string, language: PseudoLanguage): void {
  mkdirSync(join(messages, language.code));
  for (const file of readdirSync(join(messages, "en"))) {
    const english = JSON.parse(readFileSync(join(messages, "en", file), "utf8")) as Tree;
    writeFileSync(join(messages, language.code, file), `${JSON.stringify(translated(english, language), null, 2)}\n`);
  }
}

type Tree = { [name: string]: string | Tree };

function translated(tree: Tree, language: PseudoLanguage): Tree {
  const inner = (value: string | Tree) => (typeof value === "string" ? pseudo(value, language) : translated(value, language));
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, inner(value)]));
}

function edit(file: string, place: RegExp, added: string): void {
  const before = readFileSync(file, "utf8");
  if (!place.test(before)) throw new Error(`${file}: the place for another language is gone: ${place}`);
  writeFileSync(
    file,
    before.replace(place, () => added),
  );
}
