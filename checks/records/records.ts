/** GDPR, Art. 5 (2), 28, 30, 35. Figures and lists of data come from the code, so that practice and paper cannot part. */
import { LANGUAGES } from "../../petition/language.ts";
import { petitionConfig } from "../../petition.config.ts";
import { HEADER } from "../../server/features/spreadsheet/rows.ts";
import { confirmBy, deleteBy, LIMITS, MAILS_A_DAY, PERIODS, RETRIES, SIGN_LIMIT, targetCount } from "./facts.ts";
import { describedTables } from "./tables.ts";

export const RECORDS_FOLDER = "docs/records";

/** File names and contents. */
export function records(): Record<string, string> {
  return {
    "processing-activities.md": processingActivities(),
    "retention.md": retention(),
    "processors.md": processors(),
    "impact-assessment.md": impactAssessment(),
  };
}

const { organisation, dataProtection, handover } = petitionConfig;

const WRITTEN = "*Geschrieben von `npm run records` aus dem Code; nicht von Hand ändern.*";

function processingActivities(): string {
  return page("Verzeichnis von Verarbeitungstätigkeiten (Art. 30 Abs. 1 DSGVO)", [
    section("Verantwortlicher", [
      list([
        `Name: ${organisation.name}`,
        `Vertretung: ${organisation.representative}`,
        `Anschrift: ${organisation.addressLines.join(", ")}`,
        `E-Mail: ${organisation.email}`,
        `Datenschutzbeauftragte Person (Art. 37 Abs. 1 lit. c: umfangreiche Verarbeitung politischer Meinungen): ${officer()}`,
        `Zuständige Aufsichtsbehörde: ${dataProtection.authority.name}, ${dataProtection.authority.url}`,
      ]),
    ]),
    activity("1. Unterschriften sammeln und zählen", {
      Zweck: `Unterstützung der Petition „${petitionConfig.petitionId}“ nachweisbar zählen (Ziel: ${targetCount.toLocaleString("de-DE")}), jede Person einmal`,
      "Betroffene Personen": "Menschen, die unterschreiben",
      Datenarten:
        "Name, E-Mail-Adresse, Sichtbarkeit, Sprache, Zeitpunkte, Einwilligung mit Fassung, befristet IP-Adresse, Browserkennung und Sekunden bis zur Bestätigung; die Tatsache der Unterschrift offenbart eine politische Meinung (Art. 9 Abs. 1)",
      Rechtsgrundlage:
        "ausdrückliche Einwilligung (Art. 6 Abs. 1 lit. a, Art. 9 Abs. 2 lit. a); was zum Schutz vor Fälschung bei der Unterschrift selbst steht (IP-Adresse, Browserkennung, Sekunden bis zur Bestätigung): siehe 4.",
      Empfänger:
        "Öffentlichkeit: in der Liste, wann bestätigt wurde, und der Name nur bei der Wahl „öffentlich“; der Eintrag im Verzeichnis der Zählung (siehe 5.); Auftragsverarbeiter siehe [processors.md](processors.md); übergeben wird allein die Gesamtzahl",
      Übergabe: `${handover.recipient.de}, ${handover.date}; alle personenbezogenen Daten gelöscht spätestens am: ${handover.erasedBy}`,
      Drittland:
        "mit dem Tabellendienst; Betreiber von Server und Mailversand außerhalb von EU und EWR nur nach Art. 45 oder 46, siehe [processors.md](processors.md)",
      Löschfristen: "siehe [retention.md](retention.md)",
    }),
    activity("2. E-Mails versenden", {
      Zweck:
        "Bestätigung der Adresse (Double-Opt-in), Auskunft über eine schon gezählte Unterschrift, Bestätigung einer Löschung, Benachrichtigung über eine Verletzung des Schutzes der Daten (Art. 34)",
      "Betroffene Personen": "Inhaber der eingetragenen Postfächer, auch wenn ein Fremder sie eingetragen hat",
      Datenarten:
        "E-Mail-Adresse, Sprache, Versandstand, Rückmeldung der Mailserver; Adressen ohne Post nur als Hashwert mit geheimem Schlüssel",
      Rechtsgrundlage:
        "Einwilligung und ihr Nachweis (Art. 6 Abs. 1 lit. a, Art. 7 Abs. 1); Wartezeiten und Sperren nach „Das war ich nicht“, Unzustellbarkeit und Beschwerde: berechtigtes Interesse am Schutz der Postfächer (Art. 6 Abs. 1 lit. f); Benachrichtigung nach einer Verletzung des Schutzes: Art. 6 Abs. 1 lit. c in Verbindung mit Art. 34",
      Empfänger: "Betreiber des Mailversands",
      Begrenzung: `höchstens eine E-Mail des Formulars je Postfach in der Minute und ${MAILS_A_DAY} am Tag, dazu je Löschung eine Nachricht und mit \`DELETE_BY=link\` ebenso viele Links zum Löschen; Wiederholung nach ${RETRIES} Minuten, dann aufgegeben; die Nachricht über eine Löschung wird versucht, bis ihr Link abläuft`,
      Löschfristen: "siehe [retention.md](retention.md)",
    }),
    activity("3. Widerruf, Auskunft, Berichtigung", {
      Zweck: "Rechte der betroffenen Personen erfüllen (Art. 7 Abs. 3, 15, 16, 17, 20)",
      "Betroffene Personen": "Menschen, die unterschrieben haben",
      Datenarten:
        "die Angaben der Unterschrift; von einer gelöschten bleiben befristet der Hashwert ihrer zufälligen Kennung und der Tag, auf Dauer der Eintrag im öffentlichen Verzeichnis ohne den Zufallswert (siehe 5.)",
      Rechtsgrundlage:
        "Art. 6 Abs. 1 lit. c in Verbindung mit den genannten Artikeln; Spuren einer Löschung: mit Art. 17; Protokoll der Vorgänge: mit Art. 5 Abs. 2 und Art. 32",
      Empfänger: "keine",
      Verfahren: `Voreinstellung \`DELETE_BY=${deleteBy}\`; eine Löschung kann ${PERIODS.restore} lang zurückgenommen werden, nur über den versiegelten Link im Postfach der Person`,
      Löschfristen: "siehe [retention.md](retention.md)",
    }),
    activity("4. Missbrauch abwehren", {
      Zweck: "massenhafte und gefälschte Eintragungen erkennen und begrenzen",
      "Betroffene Personen": "Besucherinnen und Besucher, die ein Formular absenden",
      Datenarten:
        "IP-Netz, auch das größere (IPv4 /24, IPv6 /48), als Hashwert mit geheimem Schlüssel, Zahl der Versuche, Anzeichen von Missbrauch, Gruppen auffälliger Unterschriften; über Quarantäne und verborgene Namen entscheidet ein Mensch (mit HOLD_SUSPICIOUS=on nimmt ein Programm auffällige vorläufig in Quarantäne)",
      Rechtsgrundlage:
        "berechtigtes Interesse an einer ehrlichen Zählung (Art. 6 Abs. 1 lit. f); was dafür bei einer Unterschrift selbst steht oder sie nennt (IP-Adresse, Browserkennung, Sekunden bis zur Bestätigung, Gruppen auffälliger Unterschriften), lässt mit ihr die Meinung erkennen: insoweit die ausdrückliche Einwilligung, die es nennt (Art. 6 Abs. 1 lit. a, Art. 9 Abs. 2 lit. a)",
      Empfänger: "keine",
      Begrenzung: SIGN_LIMIT,
      Löschfristen: "siehe [retention.md](retention.md)",
    }),
    activity("5. Öffentlich nachprüfbar zählen", {
      Zweck:
        "die Zahl der Unterschriften für jeden nachrechenbar machen (öffentliches Verzeichnis der Zählung) und jeder Person mit einem Beleg nachweisen, dass ihre Unterschrift gezählt wurde; Zahlen ohne Personenbezug als offene Daten veröffentlichen",
      "Betroffene Personen": "Menschen, deren Unterschrift gezählt ist oder war",
      Datenarten:
        "im Verzeichnis: Art, Grund, Stunde (UTC) und bei Gezähltem ein Prüfwert aus Zufallswert (128 Bit), zufälliger Kennung, Adresse und Fassungen; ein Eintrag über Weggefallenes nennt keine Unterschrift. Bei der Unterschrift: Zufallswert und Prüfwert. Im Beleg, der nicht aufbewahrt wird: dazu Kennung und Adresse",
      Rechtsgrundlage:
        "ausdrückliche Einwilligung in das Zählen, auch in einem öffentlichen Verzeichnis (Art. 6 Abs. 1 lit. a, Art. 9 Abs. 2 lit. a), solange der Eintrag zuzuordnen ist; mit der Unterschrift wird der Zufallswert gelöscht, danach lässt sich der Eintrag mit den verbliebenen Mitteln niemandem zuordnen (Art. 4 Nr. 1, Erwägungsgrund 26)",
      Empfänger:
        "Öffentlichkeit: Verzeichnis und offene Daten; Zeugen (`LOG_WITNESSES`): Größe, Prüfsummen und Signatur des Verzeichnisses, keine Einträge; der Beleg allein die Person selbst",
      Löschfristen: "siehe [retention.md](retention.md); das Verzeichnis bleibt auf Dauer",
    }),
    activity("6. Seiten ausliefern", {
      Zweck: "Seiten zeigen und erreichbar halten",
      "Betroffene Personen": "alle, die die Website aufrufen, auch über Zahl oder Karte auf einer anderen Website",
      Datenarten:
        "IP-Adresse, solange ausgeliefert wird; nur im Arbeitsspeicher, wie viel ein Anschluss abruft: die Website ohne seine Adresse, die Bremse eines Proxys davor mit ihr. Die Protokolle der Beispiele für Proxys nennen weder IP-Adresse noch Browser",
      Rechtsgrundlage: "berechtigtes Interesse an einer Website, die alle lesen können (Art. 6 Abs. 1 lit. f)",
      Empfänger: "Betreiber von Server und Netz davor, siehe [processors.md](processors.md)",
      Löschfristen: "siehe [retention.md](retention.md)",
    }),
    activity("7. E-Mails beantworten, die an uns gehen", {
      Zweck: "Fragen, Anträge, Widersprüche und gemeldete Namen bearbeiten",
      "Betroffene Personen": "Menschen, die uns schreiben, und solche, über die sie schreiben",
      Datenarten: "Name, E-Mail-Adresse, Inhalt; er kann eine politische Meinung erkennen lassen",
      Rechtsgrundlage:
        "Rechte der betroffenen Personen: Art. 6 Abs. 1 lit. c in Verbindung mit Art. 12; alles Übrige: berechtigtes Interesse an einer Antwort (Art. 6 Abs. 1 lit. f)",
      Empfänger: "Betreiber des Kontaktpostfachs",
      Löschfristen: "sobald sie erledigt sind; von der Organisation, kein Programm löscht sie",
    }),
    activity("8. Verwalten und sichern", {
      Zweck: "nachweisen, was mit den Daten geschah, und sie nach einem Ausfall wiederherstellen",
      "Betroffene Personen":
        "Menschen, die verwalten, auch wer es mit falschem Schlüssel versucht; in Sicherungen alle aus 1. bis 5.",
      Datenarten:
        "Protokoll der Vorgänge: Handlung, Zeit, bei Anmeldungen das IP-Netz als Hashwert mit geheimem Schlüssel. Sicherungen: die Tabellen ohne Unbestätigtes, verschlüsselt, außer mit `--plain`",
      Rechtsgrundlage: "Art. 6 Abs. 1 lit. c in Verbindung mit Art. 5 Abs. 2 und Art. 32",
      Empfänger: "Ablage der Sicherungen, siehe [processors.md](processors.md)",
      Löschfristen: "siehe [retention.md](retention.md)",
    }),
    section("Gespeicherte Daten im Einzelnen", [
      "Alle Tabellen der Datenbank, in denen etwas über Personen steht. Was hier fehlt, gibt es nicht: Die übrigen Tabellen enthalten Zahlen und eigene Texte.",
      ...describedTables().map(({ name, purpose, columns }) =>
        [
          `### \`${name}\``,
          `${purpose}.`,
          table(
            ["Feld", "Inhalt"],
            columns.map(({ name: column, meaning }) => [`\`${column}\``, meaning]),
          ),
        ].join("\n\n"),
      ),
      "Außerhalb der Datenbank: `DATA_DIR/ended` (Zeitpunkt des Endes der Petition und die Zahl), `DATA_DIR/erased-signatures` (dieselben Hashwerte und Tage wie `erased_signatures`), `DATA_DIR/log` (dieselben Einträge wie `log_entries`), während einer Sicherung eine Kopie der eingebauten Datenbank in `DATA_DIR/backup-copy-…`, ohne `SMTP_URL` die E-Mails als Dateien in `DATA_DIR/outbox` (nur für den Probebetrieb), das Protokoll auf der Standardausgabe (ohne Adressen, Namen und, außer im Probebetrieb, Links).",
    ]),
    section("Technische und organisatorische Maßnahmen (Art. 32)", [list(MEASURES)]),
  ]);
}

function officer(): string {
  if (!dataProtection.officer) return "keine";
  const { addressLines, email } = dataProtection.officer;
  return [...addressLines, email].filter((line) => line !== null).join(", ");
}

const MEASURES = [
  "Bestätigungslinks stehen in der Datenbank nur als Hashwert; eine gestohlene Kopie bestätigt nichts (`server/platform/crypto/links.ts`)",
  "Adressen in Sperr- und Wartelisten und Netze nur als HMAC-SHA-256 mit geheimem Schlüssel (`server/platform/crypto/crypto.ts`)",
  "Antworten und ihre Dauer verraten nicht, wer unterschrieben hat (`server/features/signing/sign.ts`)",
  "Löschung in einer Transaktion an allen Stellen, auch in Warteschlange, Protokoll und Tabelle (`server/ledger/erasure/erase.ts`)",
  "eingebaute Datenbank: nächtliches Neuschreiben, damit Gelöschtes nicht in Dateien bleibt (`server/platform/database/maintain.ts`)",
  "kein Inhalt von Dritten, keine Zählpixel; Seiten dürfen nur laden, was diese Website liefert",
  "E-Mails enthalten nichts, was ein Fremder eingetippt hat, und keine Werbung, von Tests gehalten (`server/platform/mail/email.test.ts`)",
  "Verwaltung nur mit Schlüssel von mindestens 16 Zeichen, in gleichbleibender Zeit verglichen, mit Begrenzung der Fehlversuche; Anmeldungen, Fehlanmeldungen, Löschungen und Exporte werden protokolliert, ebenso je Stunde, wie oft Unterschriften angesehen und durchsucht werden (nie, wonach)",
  "E-Mails gehen zu einem Mailserver auf einer anderen Maschine mit Anmeldung oder `?tls=required` nur verschlüsselt und mit gültigem Zertifikat, sonst so, wie der Mailserver es anbietet (`server/platform/mail/transport.ts`)",
  "Meldungen der Mailserver nur mit Signatur (`server/features/bounces/routes.ts`)",
  "von der Organisation zu ergänzen: TLS am vorgeschalteten Proxy, Zugang zu Server und Schlüsseln, Sicherungen (höchstens " +
    `${PERIODS.tombstone} aufbewahren), Verpflichtung der Mitarbeitenden`,
];

function retention(): string {
  return page("Löschkonzept: Fristen (Art. 5 Abs. 1 lit. e, Art. 17 DSGVO)", [
    "Voreinstellungen des Codes. Wo eine Einstellung genannt ist, gilt deren Wert; Datenschutzerklärung und E-Mails nennen ihn von selbst.",
    table(
      ["Was", "Frist", "Im Code", "Einstellung"],
      LIMITS.map(({ what, period, constant, place, setting }) => [
        what,
        period,
        `\`${constant}\` in \`${place}\``,
        setting
          ? setting
              .split(", ")
              .map((one) => `\`${one}\``)
              .join(", ")
          : "–",
      ]),
    ),
    section("Was nicht nach Frist geht", [
      list([
        "Zeilen des Protokolls (`audit_log`) über eine Person oder über Unbestätigtes: verschwinden schon früher, mit der Löschung dieser Daten",
        "aufgegebene E-Mails (`outbox`): bis die Verwaltung sie erneut sendet oder ihre Zeile gelöscht wird; die über eine Löschung längstens, bis ihr Link abläuft",
        "Zeile in der Tabelle des Tabellendienstes: wird mit der Unterschrift gelöscht, Sekunden später, bei Störung des Dienstes, sobald er wieder antwortet; dessen Versionsverlauf hält sie, bis Google ihn löscht",
        "Am Ende der Petition wird alles über Personen gelöscht, gleich welche Frist noch liefe: Unterschriften, Unbestätigtes, E-Mails, Hashwerte von Postfächern und Netzen, Anzeichen von Missbrauch, Zeilen des Protokolls über einzelne Personen und Anmeldungen (`server/ledger/ending/erase-all.ts`); es bleiben Zahlen, Texte, das öffentliche Verzeichnis der Zählung und im Protokoll, was die Verwaltung getan hat",
        "Eintrag im öffentlichen Verzeichnis der Zählung (`log_entries`, `DATA_DIR/log`): bleibt auf Dauer, auch nach dem Ende der Petition; der Zufallswert, der ihn mit einer Unterschrift verbindet, wird mit ihr gelöscht. Kopien anderer lassen sich nicht zurückholen",
        `Sicherungen: von der Organisation, höchstens ${PERIODS.tombstone}; aus einem Ordner, in den \`npm run petition -- backup\` schreibt, löscht es ältere selbst. Eine zurückgespielte Sicherung wird beim Start anhand der Spuren bereinigt; eine, die älter ist als die Spuren, wird nicht angenommen`,
        "Zwischenspeicher davor (`deploy/nginx.conf`): Solange die Website nicht antwortet, zeigt er die letzte Fassung einer Seite, auch mit einem Namen, der seitdem gelöscht ist; vergessen wird sie zehn Minuten nach dem letzten Abruf",
        "Wer eine E-Mail angefordert hat, die niemand bestätigt, steht nach Ablauf des Links nirgends mehr. Das ist gewollt; der Nachweis gegenüber dem Vorwurf unverlangter Werbung (§ 7 UWG) ist bis dahin möglich",
      ]),
    ]),
    section("Wer löscht", [
      `Der laufende Server selbst, beim Start und danach alle ${PERIODS.purge} oder stündlich (\`schedule.ts\` in den Ordnern von \`server/\`). Die Tabelle \`tasks\` und \`/metrics\` zeigen, wann zuletzt und wie viel.`,
    ]),
  ]);
}

function processors(): string {
  const columns = HEADER.map((name) => `\`${name}\``).join(", ");
  return page("Auftragsverarbeiter und Empfänger (Art. 28, 30 Abs. 1 lit. d und e DSGVO)", [
    table(
      ["Wer", "Wofür", "Welche Daten", "Wann", "Grundlage"],
      [
        [
          "Betreiber von Server und Datenbank (einzutragen)",
          "Betrieb der Website, gegebenenfalls `DATABASE_URL`",
          "alle aus dem Verzeichnis",
          "immer, außer beim Betrieb auf eigener Maschine",
          "Vertrag nach Art. 28; außerhalb von EU und EWR nur nach Art. 45 oder 46",
        ],
        [
          "Netz oder Zwischenspeicher davor, etwa ein CDN (einzutragen)",
          "Seiten ausliefern",
          "was zwischen Browser und Website fließt, auch Formulare; IP-Adressen",
          "nur wo eines davor steht",
          "Vertrag nach Art. 28; außerhalb von EU und EWR nur nach Art. 45 oder 46",
        ],
        [
          "Ablage der Sicherungen (einzutragen)",
          "Sicherungen außer Haus",
          "alle aus dem Verzeichnis außer Unbestätigtem; verschlüsselt, außer mit `--plain`",
          "nur wo eine Sicherung die Maschine verlässt",
          "Vertrag nach Art. 28; außerhalb von EU und EWR nur nach Art. 45 oder 46",
        ],
        [
          "Betreiber des Kontaktpostfachs (einzutragen)",
          "E-Mails an uns",
          "Name, E-Mail-Adresse, Inhalt",
          "immer, außer beim Betrieb auf eigener Maschine",
          "Vertrag nach Art. 28; außerhalb von EU und EWR nur nach Art. 45 oder 46",
        ],
        [
          "Prüfstelle der Zählung (einzutragen)",
          "Stichprobe: ob hinter Einträgen Menschen stehen (`docs/public-log.md`)",
          "Prüfwerte aller Gezählten; von der Stichprobe Name, E-Mail-Adresse und was den Prüfwert öffnet. Sie schreibt diese Menschen an",
          "nur während einer Prüfung; danach auf beiden Seiten gelöscht",
          "Vertrag nach Art. 28; handelt nach Weisung",
        ],
        [
          "Betreiber des Mailversands (einzutragen)",
          "Zustellung, `SMTP_URL`; Rückmeldungen, `MAIL_WEBHOOK_KEY`",
          "E-Mail-Adresse und Inhalt der E-Mail",
          "sobald `SMTP_URL` gesetzt ist",
          "Vertrag nach Art. 28; außerhalb von EU und EWR nur nach Art. 45 oder 46",
        ],
        [
          "Google Ireland Ltd., Gordon House, Barrow Street, Dublin 4, Irland",
          "Tabelle der bestätigten Unterschriften (Google Sheets)",
          `Spalten ${columns}; mit \`GOOGLE_SHEETS_ROWS=pseudonymous\` bleiben \`fullName\` und \`email\` leer, und \`confirmedAt\` nennt nur den Tag`,
          "nur wenn `GOOGLE_SHEETS_ID` und `GOOGLE_APPLICATION_CREDENTIALS` gesetzt sind; Voreinstellung: aus",
          "Vertrag nach Art. 28; Übermittlung in die USA möglich, Angemessenheitsbeschluss (EU) 2023/1795",
        ],
        [
          "Anbieter der Besuchszählung (einzutragen)",
          "Zählung von Ereignissen, `ANALYTICS`",
          "Ereignis, Sprache, Seite; keine IP-Adresse, keine Kennung: Der Browser spricht nur mit unserem Server",
          "nur wenn `ANALYTICS` eine Adresse ist; Voreinstellung: aus",
          "Vertrag nach Art. 28; kein Personenbezug in den übermittelten Daten",
        ],
      ],
    ),
    section("Keine Empfänger", [
      list([
        "Spendenempfänger, Partnerverein, Sponsor, Zahlungsdienst und Netzwerke zum Teilen: einfache Links, übermittelt wird erst durch den Klick der Person",
        "Adressat der Petition: nur die Gesamtzahl",
        "Zeugen des öffentlichen Verzeichnisses (`LOG_WITNESSES`): nur dessen Größe, Prüfsummen und Signatur",
        "Websites, die Zahl oder Karte einbetten: nur die Zahl; die Browser ihrer Leser rufen sie bei uns ab wie eine Seite. Wer einbettet, ist für diesen Abruf mit verantwortlich (EuGH C-40/17) und nennt ihn in der eigenen Datenschutzerklärung",
      ]),
    ]),
    section("Vor dem Einsatz des Tabellendienstes zu prüfen", [
      list([
        "Ist die Kopie mit Namen nötig? Für Zählung und Auswertung genügt `pseudonymous`",
        "Freigabe der Tabelle nur an benannte Personen, kein „Jeder mit dem Link“",
        "Dienstkonto mit Zugriff allein auf diese eine Tabelle; Schlüsseldatei nur für den Serverprozess lesbar",
        "Versionsverlauf: Gelöschte Zeilen bleiben dort, bis Google ihn löscht; in der Datenschutzerklärung steht es",
        "Wer ihn einschaltet, kopiert auch alle Unterschriften, die es schon gibt",
      ]),
    ]),
  ]);
}

function impactAssessment(): string {
  return page("Datenschutz-Folgenabschätzung (Art. 35 DSGVO): Vorlage", [
    "Erforderlich: Unterschriften offenbaren politische Meinungen, und es sollen viele werden (Art. 35 Abs. 3 lit. b). Die technischen Tatsachen sind eingetragen; Bewertung und Unterschrift sind Sache der Organisation.",
    section("1. Beschreibung (Abs. 7 lit. a)", [
      list([
        `Verantwortlich: ${organisation.name}, ${organisation.email}`,
        `Weg: Formular in ${LANGUAGES.length} Sprachen → E-Mail mit Link → Bestätigung (\`CONFIRM_BY=${confirmBy}\`) → Zählung und Liste`,
        `Umfang: Ziel ${targetCount.toLocaleString("de-DE")} Unterschriften, ausgelegt auf Millionen`,
        "Daten: siehe [processing-activities.md](processing-activities.md); Fristen: [retention.md](retention.md); Empfänger: [processors.md](processors.md)",
        "Kein Profiling, keine Weitergabe zu Werbung",
        "Entscheidung durch ein Programm (Art. 22): mit `HOLD_SUSPICIOUS=off`, der Voreinstellung, zählt jede bestätigte Unterschrift, bis ein Mensch anders entscheidet. Mit `on` nimmt ein Programm auffällige aus Zählung und Liste, bis ein Mensch entscheidet; hat bis zum Ende der Petition niemand entschieden, zählen sie nicht. Namen mit einem Wort der Wortliste hält es in jedem Fall zurück, bis ein Mensch sie ansieht",
      ]),
    ]),
    section("2. Notwendigkeit und Verhältnismäßigkeit (lit. b)", [
      table(
        ["Angabe", "Nötig, weil", "Milderes Mittel geprüft"],
        [
          [
            "Name",
            "eine Petition wird von Menschen getragen, nicht von Adressen",
            "Nennung nur bei der Wahl „öffentlich“; Listen für Suchmaschinen gesperrt",
          ],
          [
            "E-Mail-Adresse",
            "eine Person, eine Unterschrift; Einwilligung nachweisbar",
            "mit dem Ende der Petition gelöscht; nie öffentlich",
          ],
          [
            "IP-Adresse, Browserkennung",
            "Erkennen gefälschter Eintragungen",
            `nur ${PERIODS.origin} lang gespeichert; Begrenzungen rechnen nur mit Hashwerten`,
          ],
          ["Einwilligung mit Fassung und Zeit", "Nachweis (Art. 7 Abs. 1)", "nichts darüber hinaus"],
          [
            "Prüfwert im öffentlichen Verzeichnis",
            "eine Zahl, die jeder nachrechnen und jede Person für sich prüfen kann, ist ohne einen Eintrag je Unterschrift nicht zu haben",
            "kein Name, keine Adresse, keine Sprache, Zeit nur als Stunde; ein eigener Zufallswert je Eintrag, den nur die Person bekommt; ein Eintrag über Weggefallenes sagt nicht, welche Unterschrift es war",
          ],
        ],
      ),
    ]),
    section("3. Risiken und Maßnahmen (lit. c und d)", [
      "Jede Angabe ist Eintritt / Schwere, in den Stufen des Kurzpapiers Nr. 18 der Datenschutzkonferenz: geringfügig, überschaubar, substanziell, groß. Sie ist ein Vorschlag für die Voreinstellungen; die Organisation prüft ihn und bewertet neu, was sie anders einstellt.",
      table(
        ["Risiko", "Ohne Maßnahmen", "Maßnahmen", "Mit Maßnahmen", "Was bleibt, und was die Organisation tut"],
        [
          [
            "Jemand erfährt, wer unterschrieben hat",
            "substanziell / substanziell",
            "gleiche Antwort in gleicher Zeit für jede Adresse; private Namen gehen nur an die Person selbst, an die Verwaltung und, wenn er mit Namen eingeschaltet ist, an den Tabellendienst",
            "überschaubar / substanziell",
            "mit `DELETE_BY=request` sieht, wer eine Adresse zum Löschen einträgt, an der sinkenden Zahl, ob sie unterschrieben hatte; `DELETE_BY=link` verhindert es",
          ],
          [
            "Jemand kopiert die öffentliche Liste",
            "groß / substanziell",
            "nur wer „öffentlich“ wählt, steht mit Namen darin; Suchmaschinen ausgeschlossen; Bremse für Anschlüsse, die viel lesen; jederzeit zu ändern",
            "substanziell / substanziell",
            "eine Kopie holt niemand zurück, und wer seinen Namen später verbirgt, ist im Vergleich mit ihr zu erkennen: `PUBLIC_NAMES=initials` macht sie weniger wert, `VISIBILITY_DEFAULT=none` lässt niemanden aus Versehen hinein",
          ],
          [
            "Jemand unterschreibt mit fremder Adresse",
            "groß / überschaubar",
            `Double-Opt-in; Link „Das war ich nicht“ hält das Postfach ${PERIODS.suppression} frei; Unbestätigtes nur ${PERIODS.unconfirmed} lang gespeichert`,
            "substanziell / geringfügig",
            "",
          ],
          [
            "Jemand trägt einen fremden Namen mit eigenem Postfach ein",
            "substanziell / substanziell",
            "Wortliste für Ämter und bekannte Personen; ein Link unter der Liste meldet einen Namen; die Verwaltung verbirgt ihn mit einem Griff",
            "überschaubar / überschaubar",
            "wer gemeint ist, erfährt es nicht von uns: gemeldete Namen am selben Tag ansehen",
          ],
          [
            "Postfächer werden überflutet",
            "groß / überschaubar",
            `höchstens ${MAILS_A_DAY} E-Mails des Formulars je Postfach am Tag, auch über Löschungen hinweg, dazu je Löschung eine Nachricht und mit \`DELETE_BY=link\` ebenso viele Links zum Löschen; ${SIGN_LIMIT} je Netz`,
            "überschaubar / geringfügig",
            "",
          ],
          [
            "Die Datenbank wird gestohlen",
            "überschaubar / groß",
            "Links nur als Hashwert, Sperrlisten mit geheimem Schlüssel außerhalb der Datenbank; IP-Adressen befristet",
            "geringfügig / groß",
            "Namen und Adressen selbst sind lesbar, auch welche Einträge des öffentlichen Verzeichnisses zu ihnen gehören: Verschlüsselung des Datenträgers",
          ],
          [
            "Ein Fremder löscht eine Unterschrift",
            "substanziell / überschaubar",
            `Rücknahme ${PERIODS.restore} lang aus dem Postfach der Person; viele Löschungen aus einem Netz fallen auf; sehr viele auf einmal bremst \`DELETE_BRAKE\`; \`DELETE_BY=link\` verlangt das Postfach vorher`,
            "überschaubar / geringfügig",
            "",
          ],
          [
            "Ein persönlicher Link gerät in fremde Hände",
            "überschaubar / substanziell",
            `er gilt ${PERIODS.personalLink}, steht in keinem Protokoll und bei uns nirgends, verlässt die Adresszeile sofort; Änderungen je Unterschrift sind begrenzt; eine Löschung meldet eine E-Mail, mit der man sie in der Voreinstellung zurücknimmt`,
            "geringfügig / substanziell",
            "einzeln lässt er sich nicht widerrufen, nur alle mit dem geheimen Schlüssel; wer seinen weitergegeben hat, löscht und unterschreibt neu",
          ],
          [
            "Mehrere nutzen denselben Browser",
            "substanziell / überschaubar",
            `das Cookie nach dem Absenden ist versiegelt und endet nach ${PERIODS.receipt}; der Beleg im Tab trägt weder Namen noch Adresse; dauerhaft merkt sich der Browser nur, was die Person verlangt`,
            "überschaubar / überschaubar",
            "was in einem offenen Tab steht, liest, wer davor sitzt",
          ],
          [
            "Eine Unterschrift wird zu Unrecht zurückgehalten",
            "überschaubar / überschaubar",
            "Merkmale deuten auf Fälschung, sie beweisen nichts; eine E-Mail, die eigene Seite und der Bestätigungslink sagen es; auf die E-Mail kann man antworten; ein Mensch gibt frei, und was er freigibt, hält kein Programm noch einmal auf",
            "geringfügig / überschaubar",
            "mit `HOLD_SUSPICIOUS=on` täglich nachsehen; was niemand ansieht, zählt nicht",
          ],
          [
            "Gelöschtes kehrt mit einer Sicherung zurück",
            "überschaubar / substanziell",
            `Spuren (${PERIODS.tombstone}) in Datenbank und Datei; der Start löscht erneut`,
            "geringfügig / substanziell",
            "Sicherungen nicht länger aufbewahren",
          ],
          [
            "Jemand ordnet einen Eintrag des öffentlichen Verzeichnisses einer Person zu: mit einer Liste von Adressen",
            "substanziell / substanziell",
            "der Prüfwert entsteht aus 128 zufälligen Bits, die nirgends veröffentlicht sind; ohne sie hilft auch die richtige Adresse nicht. Zurückholen und Freigeben machen neue",
            "geringfügig / substanziell",
            "",
          ],
          [
            "Jemand ordnet ihn nach einer Löschung zu: mit einer Sicherung oder einem Export von vorher",
            "überschaubar / substanziell",
            `der Zufallswert geht mit der Unterschrift; Sicherungen sind höchstens ${PERIODS.tombstone} aufzubewahren. Der Export enthält Prüfwerte, aber keine Zufallswerte`,
            "geringfügig / substanziell",
            "wer eine Sicherung oder einen Export von vorher hat, kennt auch Name und Adresse: Exporte nach Gebrauch löschen",
          ],
          [
            "Jemand ordnet ihn zu: an Stunde, Reihenfolge und der öffentlichen Liste",
            "substanziell / überschaubar",
            "eingetragen wird etwa jede Sekunde gemeinsam, was in ihr geschah, nach Prüfwert geordnet; die Stunde ist die des Eintragens. Die Liste nennt nur die Minute, ohne Namen nur die Stunde, und ordnet darin nach zufälligen Kennungen",
            "überschaubar / überschaubar",
            "kommt wenig zusammen, steht in einer Sekunde nur eine Unterschrift: Wer Liste und Verzeichnis zur selben Zeit las, oder eine Kopie der Liste von damals hat und weiß, dass in der Minute sonst kaum jemand unterschrieb, kann den Eintrag eines öffentlichen Namens erraten und weiß damit nicht mehr als aus der Liste",
          ],
          [
            "Jemand liest aus dem Verzeichnis, wer widerrufen hat",
            "substanziell / überschaubar",
            "der Eintrag nennt nur Grund und Stunde, keine Unterschrift",
            "überschaubar / überschaubar",
            "mit `DELETE_BY=request` zeigt er, was die sinkende Zahl zeigt, und hält es auf Dauer fest: Wer eine fremde Adresse zum Löschen einträgt, kann auch später nachsehen, ob in dieser Stunde eine Unterschrift wegfiel; `DELETE_BY=link` verhindert es",
          ],
          [
            "Jemand bildet Unterschiede der offenen Daten",
            "überschaubar / geringfügig",
            "Zahlen je Sprache nur im Ganzen, Gruppen unter zehn zusammengefasst und weggelassen, wo auch sie zusammen unter zehn sind",
            "geringfügig / geringfügig",
            "wer ständig abruft, sieht, in welcher Sprache die jeweils letzte Unterschrift kam, ohne zu wissen, von wem; bei einem öffentlichen Namen aus derselben Sekunde kann er beides verbinden. Wo die kleinen Sprachen weggelassen sind, ergibt die öffentliche Zahl weniger die genannten Sprachen, wie viele es zusammen sind: weniger als zehn Personen ohne Namen, und nur wenn eine einzige Sprache fehlt, in welcher",
          ],
          [
            "Ein Beleg gerät in fremde Hände",
            "überschaubar / substanziell",
            "gezeigt wird er nur hinter dem Bestätigungslink und auf der eigenen Seite, mit einer Warnung; geprüft wird er im Browser",
            "geringfügig / substanziell",
            "er beweist, dass diese Adresse unterschrieben hat, auch nach einer Löschung: Er gehört der Person, und nur sie kann ihn vernichten",
          ],
          [
            "Kopie beim Tabellendienst",
            "substanziell / substanziell",
            "Voreinstellung aus; ohne Namen möglich; Zeilen werden mitgelöscht und täglich verglichen",
            "überschaubar / substanziell",
            "Zugriffe aus Drittländern, Versionsverlauf, Freigaben",
          ],
          [
            "Proxy oder CDN schreiben mit",
            "substanziell / substanziell",
            "die Beispiele in `deploy/` schreiben weder IP-Adresse noch Browser noch Link auf",
            "geringfügig / substanziell",
            "ein CDN sieht IP-Adressen und Formulare im Klartext: Vertrag, Sitz, und seine eigenen Protokolle aus",
          ],
          [
            "Die Prüfstelle missbraucht ihre Stichprobe",
            "überschaubar / substanziell",
            "zuerst bekommt sie nur Prüfwerte, die niemanden nennen; Namen nur von der Stichprobe, die keine Seite vorher kennt",
            "geringfügig / substanziell",
            "Vertrag nach Art. 28, Verschwiegenheit, ein Tag, an dem beide Seiten löschen",
          ],
          [
            "Zugriff der Verwaltung",
            "überschaubar / groß",
            "ein Schlüssel, Begrenzung der Fehlversuche, Protokoll jeder Löschung und jedes Exports",
            "geringfügig / groß",
            "wer den Schlüssel hat; Wechsel bei Ausscheiden",
          ],
        ],
      ),
    ]),
    section("4. Standpunkt der Betroffenen und Ergebnis (Abs. 9, 2, 1)", [
      list([
        "Rat der datenschutzbeauftragten Person:",
        "Standpunkt betroffener Personen:",
        "Ergebnis und verbleibendes Risiko:",
        "Konsultation der Aufsichtsbehörde nötig (Art. 36):",
        "Datum, Unterschrift, nächste Überprüfung:",
      ]),
    ]),
    section("5. Mit der Rechtsberatung zu klären", [
      list([
        "Verordnung (EU) 2024/900 über politische Werbung: Gekaufte Reichweite muss gekennzeichnet sein; Angaben über Unterzeichnende dürfen nie zum Auswählen von Empfängern dienen",
        "Impressum: In Österreich verlangt § 25 MedienG auch Gründer und Begünstigte der Stiftung, in Deutschland § 5 DDG die Wirtschafts-ID, wenn es eine gibt; dafür hat `campaign/petition.config.ts` keine Felder",
        "Voreinstellungen „öffentlich“ (Art. 25 Abs. 2) und `DELETE_BY=request` (Art. 5 Abs. 1 lit. f)",
      ]),
    ]),
  ]);
}

function activity(title: string, fields: Record<string, string>): string {
  return section(title, [table(["", ""], Object.entries(fields))]);
}

function page(title: string, parts: string[]): string {
  return `${[`# ${title}`, WRITTEN, ...parts].join("\n\n")}\n`;
}

function section(title: string, parts: string[]): string {
  return [`## ${title}`, ...parts].join("\n\n");
}

function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
