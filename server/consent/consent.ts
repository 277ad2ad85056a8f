/** The consent text and its version: a hash of its very letters, so that a changed letter is a new version. */
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

/** What proves which sentence a person agreed to (GDPR, Art. 7 (1)): stored with the signature and its language. */
export function consentVersions(translators: Translators): Record<Language, string> {
  const versionOf = (language: Language) =>
    sha256(`${language}\n${translators[language](CONSENT_MESSAGE)}`).slice(0, VERSION_LENGTH);
  return Object.fromEntries(LANGUAGES.map((language) => [language, versionOf(language)])) as Record<Language, string>;
}

/** What is signed: the appeal and its demands. A changed letter is a new version, whatever the language it was read in. */
export function petitionVersion(translators: Translators): string {
  const text = [
    translators.de("home.hero.lede"),
    translators.de("home.why.demands.tender"),
    translators.de("home.why.demands.access"),
    translators.de("home.why.demands.noDigitalEuro"),
  ];
  return sha256(text.join("\n")).slice(0, VERSION_LENGTH);
}

/** At start-up: what is shown from now on stays readable by its version, for as long as there is a signature with it. */
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

/** Null for a text that was never shown, and for what is no version at all. */
async function consentText({ db }: Pick<Context, "db">, version: string): Promise<ConsentText | null> {
  if (!VERSION.test(version)) return null;
  const [row] = await db.select().from(consentTexts).where(eq(consentTexts.version, version));
  if (!row || !isLanguage(row.language)) return null;
  return { version, language: row.language, text: row.text, firstSeen: row.firstSeen.toISOString() };
}

export function consent(context: Pick<Context, "db">): Consent {
  return { consentText: (version) => consentText(context, version) };
}
