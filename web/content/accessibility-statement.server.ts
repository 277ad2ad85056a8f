import type { MessageKey } from "../../messages/keys.ts";
import type { Language } from "../../petition/language.ts";
import { type PetitionConfig, petitionConfig } from "../../petition.config.ts";
import { authoritativeIn, dayIn, linkTo, longTranslatorFor, proseOf } from "./long-texts.server.ts";
import type { Block, LongText, Section } from "./prose.ts";

/** The day of our last look at the pages, ISO 8601. */
const CHECKED = "2026-11-27";

export function accessibilityStatement(language: Language, config: PetitionConfig = petitionConfig): LongText {
  const t = longTranslatorFor(language);
  const { email } = config.organisation;
  const date = dayIn(language, CHECKED);
  const prose = (key: MessageKey) => proseOf(t, key, { email, date }, { mail: (text) => linkTo(email, t("legal.open"), text) });
  const text = (key: MessageKey): Block => ({ kind: "text", text: prose(key) });
  const section = (id: "scope" | "standard" | "meaning" | "limits" | "checked" | "feedback", block: Block): Section => {
    return { id, title: t(`accessibility.${id}.title`), blocks: [block] };
  };
  return {
    meta: { title: t("accessibility.meta.title"), description: t("accessibility.meta.description") },
    title: t("accessibility.title"),
    lede: t("accessibility.lede"),
    authoritative: t("accessibility.authoritative", { language: authoritativeIn(language) }),
    sections: [
      section("scope", text("accessibility.scope.text")),
      section("standard", text("accessibility.standard.text")),
      section("meaning", { kind: "list", items: MEANING.map((name) => prose(`accessibility.meaning.${name}`)) }),
      section("limits", { kind: "list", items: LIMITS.map((name) => prose(`accessibility.limits.${name}`)) }),
      section("checked", text("accessibility.checked.text")),
      section("feedback", text("accessibility.feedback.text")),
    ],
  };
}

const MEANING = ["keyboard", "screenReaders", "zoom", "contrast", "motion", "withoutScript", "time"] as const;
const LIMITS = ["captcha", "script", "administration", "links"] as const;
