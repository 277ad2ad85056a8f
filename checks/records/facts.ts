/** The figures of the records, each with the place in the code that keeps it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CAPTCHA_LIFETIME } from "../../petition/captcha.ts";
import { PURGE_EVERY, RETRY_AFTER_MINUTES, SUPPRESSION_LIFETIME } from "../../petition/confirmation.ts";
import { durationOf } from "../../petition/duration.ts";
import { TOMBSTONE_GONE_WITHIN, TOMBSTONE_LIFETIME } from "../../petition/erasure.ts";
import { NEW_ADDRESS_LIFETIME, OLD_ADDRESS_LIFETIME, PERSONAL_ACTS, PERSONAL_LINK_LIFETIME } from "../../petition/personal.ts";
import { RECEIPT_LIFETIME } from "../../petition/receipt-cookie.ts";
import { MAIL_COOLDOWN } from "../../petition/signing.ts";
import { MANY_DELETIONS, SUSPICION_RETENTION } from "../../petition/suspicion.ts";
import { DELETION_LINK_LIFETIME, RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { petitionConfig } from "../../petition.config.ts";
import { type Configuration, readConfiguration } from "../../server/platform/config/configuration.ts";

export interface Limit {
  what: string;
  /** As German reads it. */
  period: string;
  constant: string;
  place: string;
  setting?: string;
}

const { confirmationLifetime, ipRetention, auditRetention, rateLimits, readRateLimit, deleteBy, confirmBy, targetCount } =
  defaults();

export { confirmBy, deleteBy, targetCount };

export const PERIODS = {
  unconfirmed: inWords(confirmationLifetime),
  purge: inWords(PURGE_EVERY),
  origin: inWords(ipRetention),
  suppression: inWords(SUPPRESSION_LIFETIME),
  restore: inWords(RESTORE_LIFETIME),
  deletionLink: inWords(DELETION_LINK_LIFETIME),
  tombstone: inWords(TOMBSTONE_LIFETIME),
  personalLink: inWords(PERSONAL_LINK_LIFETIME),
  oldAddress: inWords(OLD_ADDRESS_LIFETIME),
  suspicion: inWords(SUSPICION_RETENTION),
  cooldown: inWords(MAIL_COOLDOWN.day),
  captcha: inWords(CAPTCHA_LIFETIME),
  receipt: inWords(RECEIPT_LIFETIME),
};

export const MAILS_A_DAY = MAIL_COOLDOWN.perDay;
export const RETRIES = RETRY_AFTER_MINUTES.join(", ");
export const SIGN_LIMIT = `${rateLimits.sign.attempts} Versuche in ${inWords(rateLimits.sign.window)}`;
const LONGEST_WINDOW = inWords(Math.max(...Object.values(rateLimits).map(({ window }) => window)));

export const LIMITS: Limit[] = [
  {
    what: `Unbestätigte Unterschrift (gelöscht beim Start und alle ${PERIODS.purge})`,
    period: PERIODS.unconfirmed,
    constant: "LINK_LIFETIME",
    place: "petition/confirmation.ts",
    setting: "CONFIRMATION_LIFETIME",
  },
  {
    what: "IP-Adresse, Browserkennung und Sekunden bis zur Bestätigung einer bestätigten Unterschrift",
    period: PERIODS.origin,
    constant: "ipRetention",
    place: "server/platform/config/configuration.ts",
    setting: "IP_RETENTION",
  },
  {
    what: "Zeile im Protokoll der Vorgänge (`audit_log`), ohne Name und Adresse",
    period: inWords(auditRetention),
    constant: "auditRetention",
    place: "server/platform/config/configuration.ts",
    setting: "AUDIT_RETENTION",
  },
  {
    what: "Bestätigte Unterschrift: Name, Adresse, Sichtbarkeit, Sprache, Zeitpunkte, Nachweis der Einwilligung",
    period: `bis zum Widerruf, längstens bis zum Ende der Petition: ${petitionConfig.handover.erasedBy}`,
    constant: "erasesAt",
    place: "petition/ending.ts",
  },
  {
    what: "Spur einer gelöschten Unterschrift, auch im Protokoll: Hashwert ihrer zufälligen Kennung und der Tag",
    period: inWords(TOMBSTONE_GONE_WITHIN),
    constant: "TOMBSTONE_GONE_WITHIN",
    place: "petition/erasure.ts",
  },
  {
    what: "Rücknahme einer Löschung: verschlüsselter Link, nur im Postfach der Person, bis zur Zustellung in der Warteschlange",
    period: PERIODS.restore,
    constant: "RESTORE_LIFETIME",
    place: "petition/withdrawal.ts",
  },
  {
    what: "E-Mails als Dateien in `DATA_DIR/outbox` (ohne `SMTP_URL`): bis ihr Link abläuft, längstens",
    period: PERIODS.restore,
    constant: "RESTORE_LIFETIME",
    place: "petition/withdrawal.ts",
  },
  {
    what: "Link zu der Seite mit dem Knopf zum Löschen",
    period: PERIODS.deletionLink,
    constant: "DELETION_LINK_LIFETIME",
    place: "petition/withdrawal.ts",
  },
  {
    what: "Link zu den eigenen Daten",
    period: PERIODS.personalLink,
    constant: "PERSONAL_LINK_LIFETIME",
    place: "petition/personal.ts",
  },
  {
    what: "Link an das neue Postfach nach einer Änderung der Adresse: bis dahin steht die neue Adresse nur in ihm, verschlüsselt",
    period: inWords(NEW_ADDRESS_LIFETIME),
    constant: "NEW_ADDRESS_LIFETIME",
    place: "petition/personal.ts",
  },
  {
    what: "Link an das bisherige Postfach, der die Änderung aufhält oder zurücknimmt: enthält die bisherige Adresse, verschlüsselt",
    period: PERIODS.oldAddress,
    constant: "OLD_ADDRESS_LIFETIME",
    place: "petition/personal.ts",
  },
  {
    what: "Adresse, an die kein Formular mehr schreibt („Das war ich nicht“, unzustellbar, Beschwerde), außer zu einer Löschung: HMAC",
    period: PERIODS.suppression,
    constant: "SUPPRESSION_LIFETIME",
    place: "petition/confirmation.ts",
  },
  {
    what: "Wartezeit je Postfach zwischen E-Mails, seit der letzten Anfrage, trotz Löschung: HMAC",
    period: PERIODS.cooldown,
    constant: "MAIL_COOLDOWN",
    place: "petition/signing.ts",
  },
  {
    what: "Zähler der Versuche je Netz (längstes Fenster): HMAC",
    period: LONGEST_WINDOW,
    constant: "rateLimits",
    place: "server/platform/config/configuration.ts",
    setting: "SIGN_RATE_LIMIT, DELETE_RATE_LIMIT, ADMIN_RATE_LIMIT",
  },
  {
    what: "Zähler der Versuche je Netz für auffällig viele Löschanfragen: HMAC",
    period: inWords(MANY_DELETIONS.window),
    constant: "MANY_DELETIONS",
    place: "petition/suspicion.ts",
  },
  {
    what: "Zähler gelesener Seiten der Unterstützerliste je Netz: im Arbeitsspeicher, ohne das Netz selbst",
    period: inWords(readRateLimit.window),
    constant: "readRateLimit",
    place: "server/platform/config/configuration.ts",
    setting: "READ_RATE_LIMIT",
  },
  {
    what: "Zähler der Versuche zu unterschreiben je Netz, ohne gelöstes Rätsel je größerem Netz (IPv4 /24, IPv6 /48): im Arbeitsspeicher, ohne das Netz selbst",
    period: inWords(rateLimits.sign.window),
    constant: "rateLimits",
    place: "server/platform/config/configuration.ts",
    setting: "SIGN_RATE_LIMIT",
  },
  {
    what: "Zähler dessen, was über den persönlichen Link geschieht: HMAC",
    period: inWords(PERSONAL_ACTS.window),
    constant: "PERSONAL_ACTS",
    place: "petition/personal.ts",
  },
  {
    what: "Zähler der E-Mails je Mail-Domain, falls begrenzt: HMAC",
    period: "eingestelltes Zeitfenster, mit Tempo höchstens ein Tag",
    constant: "mailLimits",
    place: "server/platform/config/configuration.ts",
    setting: "MAIL_DOMAIN_LIMIT, MAIL_PACE",
  },
  {
    what: "Anzeichen von Missbrauch: Art, Zeit, Herkunft als HMAC; Gruppen auffälliger Unterschriften, seit dem letzten Zugang",
    period: PERIODS.suspicion,
    constant: "SUSPICION_RETENTION",
    place: "petition/suspicion.ts",
  },
  {
    what: "Verbrauchte Rechenaufgaben: zufällige Nummer, Formular als HMAC",
    period: PERIODS.captcha,
    constant: "CAPTCHA_LIFETIME",
    place: "petition/captcha.ts",
  },
  {
    what: "Cookie „signed“ nach dem Absenden: verschlüsselt, im Browser der Person",
    period: PERIODS.receipt,
    constant: "RECEIPT_LIFETIME",
    place: "petition/receipt-cookie.ts",
  },
];

function defaults(): Configuration {
  const folder = mkdtempSync(join(tmpdir(), "petition-records-"));
  try {
    return readConfiguration({ DATA_DIR: folder }).configuration;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inWords(milliseconds: number): string {
  const { unit, count } = durationOf(milliseconds);
  if (unit === "hours" && count === 1) return "1 Stunde";
  return `${count} ${{ days: "Tage", hours: "Stunden", minutes: "Minuten" }[unit]}`;
}
