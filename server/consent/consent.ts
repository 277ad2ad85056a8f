import { eq } from "drizzle-orm";
import type { Consent, ConsentText } from "../../contract/consent.ts";
import { CONSENT_MESSAGE } from "../../petition/consent.ts";
import { isLanguage, LANGUAGES, type Language } from "../../petition/language.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../crypto/crypto.ts";
import { consentTexts } from "../database/schema.ts";
import type { Translators } from "../translators.ts";

const VERSION_LENGTH = 16;
const VERSION = /^[\da-f]{16}$/;

/** Proves which sentence a person agreed to (GDPR, Art. 7 (1)): a hash, so that a changed letter is a new version. */
export function consentVersions(translators: Translators): Record<Language, string> {
  const versionOf = (language: Language) =>
    sha256(`${language}\n${translators[language](CONSENT_MESSAGE)}`).slice(0, VERSION_LENGTH);
  return Object.fromEntries(LANGUAGES.map((language) => [language, versionOf(language)])) as Record<Language, string>;
}

/** One for all languages: what is signed is the appeal and its demands. */
export function petitionVersion(translators: Translators): string {
  const text = [
    translators.de("home.hero.lede"),
    translators.de("home.why.demands.tender"),
    translators.de("home.why.demands.access"),
    translators.de("home.why.demands.noDigitalEuro"),
  ];
  return sha256(text.join("\n")).slice(0, VERSION_LENGTH);
}

/** What is shown from now on stays readable by its version, for as long as there is a signature with it. */
export async function keepConsentTexts({
  db,
  clock,
  translators,
}: Pick<Context, "db" | "clock" | "translators">): Promise<void> {
  const versions = consentVersions(translators);
  const firstSeen = clock.now();
  const texts = LANGUAGES.map((language) => ({
    version: versions[language],
    language,
    text: translators[language](CONSENT_MESSAGE),
    firstSeen,
  }));
  await db.insert(consentTexts).values(texts).onConflictDoNothing();
}

async function consentText({ db }: Pick<Context, "db">, version: string): Promise<ConsentText | null> {
  if (!VERSION.test(version)) return null;
  const [row] = await db.select().from(consentTexts).where(eq(consentTexts.version, version));
  if (!row || !isLanguage(row.language)) return null;
  return { version, language: row.language, text: row.text, firstSeen: row.firstSeen.toISOString() };
}

export function consent(context: Pick<Context, "db">): Consent {
  return { consentText: (version) => consentText(context, version) };
}
