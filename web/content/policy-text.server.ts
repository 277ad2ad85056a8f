import type { Language } from "../../petition/language.ts";
import { type PolicyFacts, privacyPolicy } from "./privacy-policy.server.ts";
import type { Block, Prose, ProsePart } from "./prose.ts";

export function policyText(language: Language, facts: PolicyFacts): string {
  const { title, lede, sections, updated } = privacyPolicy(language, facts);
  const texts = sections.map((section) => [section.title, ...section.blocks.map(wordsOf)].join("\n\n"));
  return [title, lede, ...texts, updated].join("\n\n");
}

function wordsOf(block: Block): string {
  switch (block.kind) {
    case "text":
      return textOf(block.text);
    case "list":
      return block.items.map((item) => `– ${textOf(item)}`).join("\n");
    case "address":
      return block.lines.map(textOf).join("\n");
  }
}

function textOf(prose: Prose): string {
  return prose.map(wordsIn).join("");
}

function wordsIn(part: ProsePart): string {
  if (typeof part === "string") return part;
  if ("code" in part) return part.code;
  return "open" in part ? part.open : part.text;
}
