/** Proves what a person was shown and agreed to (GDPR, Art. 7 (1)): a version is a hash, so a changed character is another version. */
import { eq } from "drizzle-orm";
import type { Petition } from "../../../contract/petition.ts";
import type { PresentTexts, ShownText } from "../../../contract/signing.ts";
import type { Translate } from "../../../messages/translate.ts";
import { AGE_MIN, TEXT_KINDS, type TextKind } from "../../../petition/consent.ts";
import { inEachLanguage, isLanguage, LANGUAGES, type Language } from "../../../petition/language.ts";
import { CAMPAIGN } from "../../../petition/our-campaign.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Context } from "../../context.ts";
import { filledIn } from "../../platform/config/petition-config.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { shownTexts } from "../../platform/database/schema.ts";
import type { Translators } from "../../platform/translators.ts";

export type Texts = Record<Language, Record<TextKind, string>>;

export function textsNow(translators: Translators, policyIn: (language: Language) => string): Texts {
  return inEachLanguage((language) => {
    const t = translators[language];
    return { consent: consentIn(t), petition: petitionIn(t), policy: policyIn(language) };
  });
}

export async function keepTexts({ db, clock }: Pick<Context, "db" | "clock">, texts: Texts): Promise<void> {
  const firstSeen = clock.now();
  const rows = LANGUAGES.flatMap((language) =>
    TEXT_KINDS.map((kind) => {
      const text = texts[language][kind];
      return { version: sha256(text), kind, language, text, firstSeen };
    }),
  );
  await db.insert(shownTexts).values(rows).onConflictDoNothing();
}

export function consent({ db }: Pick<Context, "db">, texts: Texts) {
  const present = inEachLanguage((language) => versioned(texts[language]));
  return {
    presentTexts: (language) => present[language],
    shownText: (version) => shownText(db, version),
  } satisfies Partial<Petition>;
}

function consentIn(t: Translate): string {
  const organisation = filledIn(petitionConfig.organisation.name) ?? t("frame.name");
  return t("signing.consent", { organisation, age: AGE_MIN });
}

function petitionIn(t: Translate): string {
  return [t("home.hero.lede"), ...CAMPAIGN.demands.map((id) => t(`home.why.demands.${id}`))].join("\n");
}

function versioned({ consent, petition, policy }: Record<TextKind, string>): PresentTexts {
  return {
    consentVersion: sha256(consent),
    petitionVersion: sha256(petition),
    policyVersion: sha256(policy),
    consent,
  };
}

const VERSION = /^[\da-f]{64}$/;

async function shownText(db: Context["db"], version: string): Promise<ShownText | null> {
  if (!VERSION.test(version)) return null;
  const [row] = await db.select().from(shownTexts).where(eq(shownTexts.version, version));
  if (!row || !isLanguage(row.language)) return null;
  return { ...row, language: row.language, firstSeen: row.firstSeen.toISOString() };
}
