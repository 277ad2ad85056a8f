/** `check.html`: one file that needs nothing beside it. Its program comes out of the build, from the code that the command runs. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD_FOLDER } from "../../../campaign-folder.ts";
import { compileMessages } from "../../../messages/catalogue.ts";
import type { Translate } from "../../../messages/translate.ts";
import { directionOf, type Language } from "../../../petition/language.ts";
import { escaped } from "../../platform/escaped.ts";

export function checkPage(t: Translate): string {
  const language = t.language as Language;
  const script = readFileSync(join(BUILD_FOLDER, "handover", "check.js"), "utf8");
  const style = ours("check-page.css");
  const texts = Object.entries(compileMessages(language, { forBrowser: false })).filter(([key]) => key.startsWith("handover."));
  const parts: Record<string, string> = {
    ...{ language, direction: directionOf(language), script, style, scriptHash: hashOf(script), styleHash: hashOf(style) },
    title: escaped(`${t("handover.check.title")}: ${t("frame.name")}`),
    texts: JSON.stringify({ language, texts: Object.fromEntries(texts) }).replaceAll("<", "\\u003c"),
  };
  for (const key of ["lede", "why", "choose", "withoutScript"] as const) parts[key] = escaped(t(`handover.check.${key}`));
  return ours("check-page.template").replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? "");
}

function ours(file: string): string {
  return readFileSync(join(import.meta.dirname, file), "utf8");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
