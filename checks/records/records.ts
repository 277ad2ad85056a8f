/** GDPR, Art. 5 (2), 28, 30, 35. Figures and lists of data come from the code, so that practice and paper cannot part. */
import { LANGUAGES } from "../../petition/language.ts";
import { petitionConfig } from "../../petition.config.ts";
import { HEADER } from "../../server/features/spreadsheet/store.ts";
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
    "HMAC: Hashwert mit geheimem Schlüssel. Löschfristen, wo keine anderen genannt sind: [retention.md](retention.md).",
    activity("1. Unterschriften sammeln und zählen", {
      Zweck: `Unterstützung der Petition „${petitionConfig.petitionId}“ nachweisbar zählen (Ziel: ${targetCount.toLocaleString("de-DE")}), jede Person einmal`,
      "Betroffene Personen": "Menschen, die unterschreiben",
      Datenarten:
        "Name, E-Mail-Adresse, Sichtbarkeit, Sprache, Zeitpunkte, Einwilligung mit Fassung; befristet IP-Adresse, Browserkennung, Sekunden bis zur Bestätigung. Die Unterschrift offenbart eine politische Meinung (Art. 9 Abs. 1)",
      Rechtsgrundlage:
        "ausdrückliche Einwilligung (Art. 6 Abs. 1 lit. a, Art. 9 Abs. 2 lit. a); zum Schutz vor Fälschung: siehe 4.",
      Empfänger:
        "Öffentlichkeit: Liste mit dem Zeitpunkt der Bestätigung, Name nur bei der Wahl „öffentlich“; Verzeichnis der Zählung (siehe 5.). Auftragsverarbeiter: [processors.md](processors.md). Übergeben werden Zahlen und öffentliches Verzeichnis, öffentliche Namen höchstens verschlüsselt",
      Übergabe: `${handover.recipient.de}, ${handover.date}; personenbezogene Daten gelöscht spätestens am: ${handover.erasedBy}`,
      Drittland: "mit dem Tabellendienst; Auftragsverarbeiter außerhalb von EU und EWR nur nach Art. 45 oder 46",
    }),
    activity("2. E-Mails versenden", {
      Zweck:
        "Adresse bestätigen (Double-Opt-in), über eine gezählte Unterschrift oder eine Löschung informieren, Verletzungen des Datenschutzes melden (Art. 34)",
      "Betroffene Personen": "Inhaber der eingetragenen Postfächer, auch von Fremden eingetragener",
      Datenarten: "E-Mail-Adresse, Sprache, Versandstand, Rückmeldung der Mailserver; gesperrte Adressen nur als HMAC",
      Rechtsgrundlage:
        "Einwilligung und ihr Nachweis (Art. 6 Abs. 1 lit. a, Art. 7 Abs. 1); Wartezeiten und Sperren: berechtigtes Interesse am Schutz der Postfächer (Art. 6 Abs. 1 lit. f); Meldung einer Verletzung: Art. 6 Abs. 1 lit. c mit Art. 34",
      Empfänger: "Betreiber des Mailversands",
      Begrenzung: `je Postfach höchstens eine E-Mail des Formulars in der Minute und ${MAILS_A_DAY} am Tag, dazu eine je Löschung und mit \`DELETE_BY=link\` ebenso viele Links zum Löschen; Wiederholung nach ${RETRIES} Minuten, über eine Löschung bis zum Ablauf ihres Links`,
    }),
    activity("3. Widerruf, Auskunft, Berichtigung", {
      Zweck: "Rechte nach Art. 7 Abs. 3, 15, 16, 17, 20 erfüllen",
      "Betroffene Personen": "Menschen, die unterschrieben haben",
      Datenarten:
        "Angaben der Unterschrift; nach der Löschung befristet der Hashwert ihrer zufälligen Kennung und der Tag, auf Dauer der Eintrag im öffentlichen Verzeichnis ohne Zufallswert (siehe 5.)",
      Rechtsgrundlage:
        "Art. 6 Abs. 1 lit. c mit den genannten Artikeln; Spuren einer Löschung: mit Art. 17; Protokoll: mit Art. 5 Abs. 2 und Art. 32",
      Empfänger: "keine",
      Verfahren: `Voreinstellung \`DELETE_BY=${deleteBy}\`; Rücknahme einer Löschung ${PERIODS.restore} lang, nur über den verschlüsselten Link im Postfach der Person`,
    }),
    activity("4. Missbrauch abwehren", {
      Zweck: "massenhafte und gefälschte Eintragungen erkennen und begrenzen",
      "Betroffene Personen": "wer ein Formular absendet",
      Datenarten:
        "IP-Netz, auch das größere (IPv4 /24, IPv6 /48), als HMAC; Zahl der Versuche; Anzeichen von Missbrauch; Gruppen auffälliger Unterschriften. Über Quarantäne und verborgene Namen entscheidet ein Mensch (mit `HOLD_SUSPICIOUS=on` vorläufig ein Programm)",
      Rechtsgrundlage:
        "berechtigtes Interesse an einer ehrlichen Zählung (Art. 6 Abs. 1 lit. f); für das, was mit der Unterschrift die Meinung erkennen lässt (IP-Adresse, Browserkennung, Sekunden bis zur Bestätigung, Gruppen), die ausdrückliche Einwilligung, die es nennt (Art. 6 Abs. 1 lit. a, Art. 9 Abs. 2 lit. a)",
      Empfänger: "keine",
      Begrenzung: SIGN_LIMIT,
    }),
    activity("5. Öffentlich nachprüfbar zählen", {
      Zweck:
        "die Zahl nachrechenbar machen (öffentliches Verzeichnis der Zählung), jeder Person mit einem Beleg nachweisen, dass sie gezählt wurde, Zahlen ohne Personenbezug als offene Daten veröffentlichen",
      "Betroffene Personen": "Menschen, deren Unterschrift gezählt ist oder war",
      Datenarten:
        "im Verzeichnis: Art, Grund, Stunde (UTC), bei Gezähltem ein Prüfwert aus Zufallswert (128 Bit), zufälliger Kennung, Adresse und Fassungen; Weggefallenes nennt keine Unterschrift. Bei der Unterschrift: Zufallswert und Prüfwert. Im Beleg, der nicht gespeichert wird: dazu Kennung und Adresse",
      Rechtsgrundlage:
        "ausdrückliche Einwilligung, auch in das öffentliche Verzeichnis (Art. 6 Abs. 1 lit. a, Art. 9 Abs. 2 lit. a), solange der Eintrag zuzuordnen ist; mit der Unterschrift wird der Zufallswert gelöscht, danach ist er niemandem zuzuordnen (Art. 4 Nr. 1, Erwägungsgrund 26)",
      Empfänger:
        "Öffentlichkeit: Verzeichnis und offene Daten; Zeugen (`LOG_WITNESSES`): Größe, Prüfsummen und Signatur des Verzeichnisses, keine Einträge; der Beleg allein die Person selbst",
      Löschfristen: "das Verzeichnis bleibt auf Dauer",
    }),
    activity("6. Seiten ausliefern", {
      Zweck: "Seiten zeigen und erreichbar halten",
      "Betroffene Personen": "alle, die die Website aufrufen, auch über eine eingebettete Zahl oder Karte",
      Datenarten:
        "IP-Adresse, solange ausgeliefert wird; nur im Arbeitsspeicher, wie viel ein Anschluss abruft: die Website ohne seine Adresse, die Begrenzung eines Proxys davor mit ihr. Die Beispiele für Proxys protokollieren weder IP-Adresse noch Browser",
      Rechtsgrundlage: "berechtigtes Interesse an einer Website, die alle lesen können (Art. 6 Abs. 1 lit. f)",
      Empfänger: "Betreiber von Server und Netz davor, siehe [processors.md](processors.md)",
    }),
    activity("7. E-Mails beantworten, die an uns gehen", {
      Zweck: "Fragen, Anträge, Widersprüche und gemeldete Namen bearbeiten",
      "Betroffene Personen": "Menschen, die uns schreiben, und solche, über die sie schreiben",
      Datenarten: "Name, E-Mail-Adresse, Inhalt; er kann eine politische Meinung erkennen lassen",
      Rechtsgrundlage:
        "Rechte der Betroffenen: Art. 6 Abs. 1 lit. c mit Art. 12; Übriges: berechtigtes Interesse an einer Antwort (Art. 6 Abs. 1 lit. f)",
      Empfänger: "Betreiber des Kontaktpostfachs",
      Löschfristen: "sobald erledigt, durch die Organisation; kein Programm löscht sie",
    }),
    activity("8. Verwalten und sichern", {
      Zweck: "nachweisen, was mit den Daten geschah, und sie nach einem Ausfall wiederherstellen",
      "Betroffene Personen": "wer verwaltet oder es mit falschem Schlüssel versucht; in Sicherungen alle aus 1. bis 5.",
      Datenarten:
        "Protokoll der Vorgänge: Handlung, Zeit, bei Anmeldungen das IP-Netz als HMAC. Sicherungen: die Tabellen ohne Unbestätigtes, verschlüsselt, außer mit `--plain`",
      Rechtsgrundlage: "Art. 6 Abs. 1 lit. c mit Art. 5 Abs. 2 und Art. 32",
      Empfänger: "Ablage der Sicherungen, siehe [processors.md](processors.md)",
    }),
    activity("9. Unterschriften auf Papier", {
      Zweck: "gültige Unterschriften auf Papier zählen, doppelte erkennen",
      "Betroffene Personen": "Menschen, die auf Papier unterschreiben oder Blätter bringen",
      Datenarten:
        "auf dem Blatt: Name, Postleitzahl, Ort, Datum, Unterschrift, also eine politische Meinung (Art. 9 Abs. 1). In der Datenbank davon nur Zahlen; dazu, wer einen Stapel gebracht hat",
      Rechtsgrundlage:
        "ausdrückliche Einwilligung auf dem Blatt (Art. 6 Abs. 1 lit. a, Art. 9 Abs. 2 lit. a); wer gebracht hat: berechtigtes Interesse an nachvollziehbarer Zählung (Art. 6 Abs. 1 lit. f)",
      Empfänger: "wer für die Organisation zählt oder die Zählung prüft; übergeben wird nur die Zahl",
      Löschfristen:
        "von der Organisation: bis zur Übergabe unter Verschluss, danach vernichtet; widerrufene Zeilen sofort unleserlich; wer gebracht hat: mit dem Ende der Petition",
    }),
    section("Gespeicherte Daten im Einzelnen", [
      "Alle Tabellen der Datenbank mit Angaben über Personen; die übrigen enthalten Zahlen und eigene Texte.",
      ...describedTables().map(({ name, purpose, columns }) =>
        [`### \`${name}\``, `${purpose}.`, list(columns.map(({ name: column, meaning }) => `\`${column}\`: ${meaning}`))].join(
          "\n\n",
        ),
      ),
      "Außerhalb der Datenbank: `DATA_DIR/ended` (Ende der Petition und Zahl), `DATA_DIR/erased-signatures` (wie `erased_signatures`), `DATA_DIR/log` (wie `log_entries`), während einer Sicherung eine Kopie der eingebauten Datenbank in `DATA_DIR/backup-copy-…`, im Probebetrieb ohne `SMTP_URL` die E-Mails in `DATA_DIR/outbox`, das Protokoll auf der Standardausgabe (ohne Adressen, Namen und, außer im Probebetrieb, Links).",
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
  "Adressen in Sperr- und Wartelisten und Netze nur als HMAC-SHA-256 (`server/platform/crypto/crypto.ts`)",
  "Antworten und ihre Dauer verraten nicht, wer unterschrieben hat (`server/features/signing/sign.ts`)",
  "Löschung in einer Transaktion überall, auch in Warteschlange, Protokoll und Tabelle (`server/ledger/erasure/erase.ts`)",
  "eingebaute Datenbank: nächtliches Neuschreiben, damit Gelöschtes nicht in Dateien bleibt (`server/platform/database/open.ts`)",
  "kein Inhalt von Dritten, keine Zählpixel; Seiten laden nur von dieser Website",
  "E-Mails enthalten nichts von Fremden Eingetipptes und keine Werbung (`server/platform/mail/email.test.ts`)",
  "Verwaltung nur mit Schlüssel ab 16 Zeichen, in gleichbleibender Zeit verglichen, Fehlversuche begrenzt; protokolliert werden Anmeldungen, Fehlanmeldungen, Löschungen, Exporte und je Stunde, wie oft Unterschriften angesehen und durchsucht werden (nie, wonach)",
  "E-Mails gehen zu einem Mailserver mit Anmeldung auf einer anderen Maschine oder mit `?tls=required` nur verschlüsselt und mit gültigem Zertifikat, sonst wie angeboten (`server/platform/mail/transport.ts`)",
  "Meldungen der Mailserver nur mit Signatur (`server/features/bounces/routes.ts`)",
  "von der Organisation zu ergänzen: TLS am vorgeschalteten Proxy, Zugang zu Server und Schlüsseln, Sicherungen (höchstens " +
    `${PERIODS.tombstone} aufbewahren), Verpflichtung der Mitarbeitenden`,
];

function retention(): string {
  return page("Löschkonzept: Fristen (Art. 5 Abs. 1 lit. e, Art. 17 DSGVO)", [
    "Voreinstellungen des Codes; wo eine Einstellung genannt ist, gilt deren Wert, auch in Datenschutzerklärung und E-Mails. HMAC: Hashwert mit geheimem Schlüssel.",
    table(
      ["Was", "Frist", "Im Code"],
      LIMITS.map(({ what, period, constant, place, setting }) => [
        what,
        setting ? `${period} (\`${setting.replaceAll(", ", "`, `")}\`)` : period,
        `\`${place}\`: \`${constant}\``,
      ]),
    ),
    section("Was nicht nach Frist geht", [
      list([
        "Zeilen des Protokolls (`audit_log`) über eine Person oder Unbestätigtes: gehen mit diesen Daten",
        "aufgegebene E-Mails (`outbox`): bis die Verwaltung sie erneut sendet oder ihre Zeile gelöscht wird; über eine Löschung oder eine andere Adresse längstens bis zum Ablauf ihres Links",
        "Zeile in der Tabelle des Tabellendienstes: Sekunden nach der Unterschrift, bei Störung, sobald der Dienst wieder antwortet; sein Versionsverlauf bleibt, bis Google ihn löscht",
        "Am Ende der Petition wird alles über Personen gelöscht: Unterschriften, Unbestätigtes, E-Mails, Hashwerte von Postfächern und Netzen, Anzeichen von Missbrauch, Protokoll über einzelne Personen und Anmeldungen, wer Unterschriften auf Papier gebracht hat (`server/ledger/ending/erase-all.ts`); es bleiben Zahlen, Texte, das öffentliche Verzeichnis der Zählung und die Vorgänge der Verwaltung",
        "Eintrag im öffentlichen Verzeichnis der Zählung (`log_entries`, `DATA_DIR/log`): bleibt auf Dauer; der Zufallswert, der ihn mit einer Unterschrift verbindet, wird mit ihr gelöscht. Kopien anderer lassen sich nicht zurückholen",
        `Sicherungen: durch die Organisation, höchstens ${PERIODS.tombstone}; \`npm run petition -- backup\` löscht ältere aus seinem Ordner. Eine zurückgespielte wird beim Start anhand der Spuren bereinigt; eine ältere als die Spuren wird abgelehnt`,
        "Zwischenspeicher davor (`deploy/nginx.conf`): zeigt, solange die Website nicht antwortet, die letzte Fassung einer Seite, auch mit inzwischen gelöschten Namen, bis zehn Minuten nach dem letzten Abruf",
        "Wer eine E-Mail angefordert hat, die niemand bestätigt, steht nach Ablauf des Links nirgends mehr; ein Nachweis gegen den Vorwurf unverlangter Werbung (§ 7 UWG) ist bis dahin möglich",
      ]),
    ]),
    section("Wer löscht", [
      `Der Server, beim Start und danach alle ${PERIODS.purge} oder stündlich (\`schedule.ts\` in \`server/\`). Wann zuletzt und wie viel: Tabelle \`tasks\`, \`/metrics\`.`,
    ]),
  ]);
}

function processors(): string {
  const columns = HEADER.map((name) => `\`${name}\``).join(", ");
  return page("Auftragsverarbeiter und Empfänger (Art. 28, 30 Abs. 1 lit. d und e DSGVO)", [
    "Vertrag: nach Art. 28; außerhalb von EU und EWR nur nach Art. 45 oder 46.",
    table(
      ["Wer", "Wofür", "Welche Daten", "Wann", "Grundlage"],
      [
        [
          "Betreiber von Server und Datenbank (einzutragen)",
          "Betrieb der Website, gegebenenfalls `DATABASE_URL`",
          "alle aus dem Verzeichnis",
          "immer, außer beim Betrieb auf eigener Maschine",
          "Vertrag",
        ],
        [
          "Netz oder Zwischenspeicher davor, etwa ein CDN (einzutragen)",
          "Seiten ausliefern",
          "aller Verkehr, auch Formulare; IP-Adressen",
          "nur wo eines davor steht",
          "Vertrag",
        ],
        [
          "Ablage der Sicherungen (einzutragen)",
          "Sicherungen außer Haus",
          "alle außer Unbestätigtem; verschlüsselt, außer mit `--plain`",
          "nur wo eine Sicherung die Maschine verlässt",
          "Vertrag",
        ],
        [
          "Betreiber des Kontaktpostfachs (einzutragen)",
          "E-Mails an uns",
          "Name, E-Mail-Adresse, Inhalt",
          "immer, außer beim Betrieb auf eigener Maschine",
          "Vertrag",
        ],
        [
          "Prüfstelle der Zählung (einzutragen)",
          "Stichprobe: ob hinter Einträgen Menschen stehen (`docs/public-log.md`)",
          "Prüfwerte aller Gezählten; von der Stichprobe, die sie anschreibt, Name, E-Mail-Adresse und was den Prüfwert öffnet",
          "nur während einer Prüfung; danach auf beiden Seiten gelöscht",
          "Vertrag; handelt nach Weisung",
        ],
        [
          "Betreiber des Mailversands (einzutragen)",
          "Zustellung, `SMTP_URL`; Rückmeldungen, `MAIL_WEBHOOK_KEY`",
          "E-Mail-Adresse und Inhalt der E-Mail",
          "sobald `SMTP_URL` gesetzt ist",
          "Vertrag",
        ],
        [
          "Google Ireland Ltd., Gordon House, Barrow Street, Dublin 4, Irland",
          "Tabelle der bestätigten Unterschriften (Google Sheets)",
          `Spalten ${columns}; mit \`GOOGLE_SHEETS_ROWS=pseudonymous\` bleiben \`fullName\` und \`email\` leer, und \`confirmedAt\` nennt nur den Tag`,
          "nur wenn `GOOGLE_SHEETS_ID` und `GOOGLE_APPLICATION_CREDENTIALS` gesetzt sind; Voreinstellung: aus",
          "Vertrag; Übermittlung in die USA möglich, Angemessenheitsbeschluss (EU) 2023/1795",
        ],
        [
          "Anbieter der Besuchszählung (einzutragen)",
          "Zählung von Ereignissen, `ANALYTICS`",
          "Ereignis, Sprache, Seite; keine IP-Adresse, keine Kennung",
          "nur wenn `ANALYTICS` eine Adresse ist; Voreinstellung: aus",
          "Vertrag; kein Personenbezug in den Daten",
        ],
      ],
    ),
    section("Keine Empfänger", [
      list([
        "Spendenempfänger, Partnerverein, Sponsor, Zahlungsdienst und Netzwerke zum Teilen: einfache Links, übermittelt wird erst beim Klick",
        "Adressat der Petition: Zahlen und öffentliches Verzeichnis; öffentliche Namen nur mit `handover --with-names`",
        "Zeugen des öffentlichen Verzeichnisses (`LOG_WITNESSES`): nur dessen Größe, Prüfsummen und Signatur",
        "Websites, die Zahl oder Karte einbetten: nur die Zahl, von den Browsern ihrer Leser abgerufen. Wer einbettet, ist dafür mitverantwortlich (EuGH C-40/17) und nennt es in der eigenen Datenschutzerklärung",
      ]),
    ]),
    section("Vor dem Einsatz des Tabellendienstes zu prüfen", [
      list([
        "Ist die Kopie mit Namen nötig? Für Zählung und Auswertung genügt `pseudonymous`",
        "Freigabe der Tabelle nur an benannte Personen, kein „Jeder mit dem Link“",
        "Dienstkonto mit Zugriff allein auf diese Tabelle; Schlüsseldatei nur für den Server lesbar",
        "Versionsverlauf: Gelöschte Zeilen bleiben dort, bis Google ihn löscht",
        "Wer ihn einschaltet, kopiert auch alle bisherigen Unterschriften",
      ]),
    ]),
  ]);
}

function impactAssessment(): string {
  return page("Datenschutz-Folgenabschätzung (Art. 35 DSGVO): Vorlage", [
    "Erforderlich: viele Unterschriften, die politische Meinungen offenbaren (Art. 35 Abs. 3 lit. b). Technische Tatsachen sind eingetragen; Bewertung und Unterschrift sind Sache der Organisation.",
    section("1. Beschreibung (Abs. 7 lit. a)", [
      list([
        `Verantwortlich: ${organisation.name}, ${organisation.email}`,
        `Weg: Formular in ${LANGUAGES.length} Sprachen → E-Mail mit Link → Bestätigung (\`CONFIRM_BY=${confirmBy}\`) → Zählung und Liste`,
        `Umfang: Ziel ${targetCount.toLocaleString("de-DE")} Unterschriften, ausgelegt auf Millionen`,
        "Daten: siehe [processing-activities.md](processing-activities.md); Fristen: [retention.md](retention.md); Empfänger: [processors.md](processors.md)",
        "Kein Profiling, keine Weitergabe zu Werbung",
        "Entscheidung durch ein Programm (Art. 22): mit `HOLD_SUSPICIOUS=off` (Voreinstellung) zählt jede bestätigte Unterschrift, bis ein Mensch anders entscheidet. Mit `on` nimmt ein Programm auffällige aus Zählung und Liste, bis ein Mensch entscheidet; was bis zum Ende niemand entschieden hat, zählt nicht. Namen mit einem Wort der Wortliste hält es immer zurück, bis ein Mensch sie ansieht",
      ]),
    ]),
    section("2. Notwendigkeit und Verhältnismäßigkeit (lit. b)", [
      table(
        ["Angabe", "Nötig, weil", "Milderes Mittel geprüft"],
        [
          [
            "Name",
            "eine Petition wird von Menschen getragen, nicht von Adressen",
            "nur bei der Wahl „öffentlich“ genannt; Listen für Suchmaschinen gesperrt",
          ],
          [
            "E-Mail-Adresse",
            "eine Person, eine Unterschrift; Einwilligung nachweisbar",
            "mit dem Ende der Petition gelöscht; nie öffentlich",
          ],
          [
            "IP-Adresse, Browserkennung",
            "Erkennen gefälschter Eintragungen",
            `${PERIODS.origin} gespeichert; Begrenzungen nutzen nur Hashwerte`,
          ],
          ["Einwilligung mit Fassung und Zeit", "Nachweis (Art. 7 Abs. 1)", "nichts darüber hinaus"],
          [
            "Prüfwert im öffentlichen Verzeichnis",
            "eine nachrechenbare Zahl braucht einen Eintrag je Unterschrift",
            "kein Name, keine Adresse, keine Sprache, Zeit nur als Stunde; je Eintrag ein Zufallswert, den nur die Person bekommt; Weggefallenes nennt keine Unterschrift",
          ],
        ],
      ),
    ]),
    section("3. Risiken und Maßnahmen (lit. c und d)", [
      "Angaben: Eintritt/Schwere nach Kurzpapier Nr. 18 der Datenschutzkonferenz (geringfügig, überschaubar, substanziell, groß). Vorschlag für die Voreinstellungen; die Organisation prüft ihn und bewertet Abweichungen neu.",
      table(
        ["Risiko", "Ohne Maßnahmen", "Maßnahmen", "Mit Maßnahmen", "Rest und Aufgabe der Organisation"],
        [
          [
            "Jemand erfährt, wer unterschrieben hat",
            "substanziell/substanziell",
            "gleiche Antwort in gleicher Zeit für jede Adresse; private Namen gehen nur an die Person, die Verwaltung und einen mit Namen eingeschalteten Tabellendienst",
            "überschaubar/substanziell",
            "mit `DELETE_BY=request` zeigt die sinkende Zahl, ob eine zum Löschen eingetragene Adresse unterschrieben hatte; `DELETE_BY=link` verhindert es",
          ],
          [
            "Jemand kopiert die öffentliche Liste",
            "groß/substanziell",
            "Namen nur bei der Wahl „öffentlich“, jederzeit zu ändern; Suchmaschinen ausgeschlossen; Lesen begrenzt",
            "substanziell/substanziell",
            "Kopien bleiben und verraten, wer seinen Namen später verbirgt: `PUBLIC_NAMES=initials` entwertet sie, `VISIBILITY_DEFAULT=none` verhindert Versehen",
          ],
          [
            "Jemand unterschreibt mit fremder Adresse",
            "groß/überschaubar",
            `Double-Opt-in; „Das war ich nicht“ hält das Postfach ${PERIODS.suppression} frei; Unbestätigtes bleibt nur ${PERIODS.unconfirmed}`,
            "substanziell/geringfügig",
            "",
          ],
          [
            "Jemand trägt einen fremden Namen mit eigenem Postfach ein",
            "substanziell/substanziell",
            "Wortliste für Ämter und bekannte Personen; Link unter der Liste zum Melden; die Verwaltung verbirgt den Namen",
            "überschaubar/überschaubar",
            "Gemeinte erfahren es nicht von uns: gemeldete Namen am selben Tag ansehen",
          ],
          [
            "Postfächer werden überflutet",
            "groß/überschaubar",
            `je Postfach höchstens ${MAILS_A_DAY} E-Mails des Formulars am Tag, trotz Löschungen, dazu eine je Löschung und mit \`DELETE_BY=link\` ebenso viele Links zum Löschen; ${SIGN_LIMIT} je Netz`,
            "überschaubar/geringfügig",
            "",
          ],
          [
            "Die Datenbank wird gestohlen",
            "überschaubar/groß",
            "Links und Sperrlisten nur als Hashwert, Schlüssel außerhalb der Datenbank; IP-Adressen befristet",
            "geringfügig/groß",
            "Namen, Adressen und ihre Einträge im öffentlichen Verzeichnis sind lesbar: Datenträger verschlüsseln",
          ],
          [
            "Ein Fremder löscht eine Unterschrift",
            "substanziell/überschaubar",
            `Rücknahme ${PERIODS.restore} lang aus dem Postfach; viele Löschungen aus einem Netz fallen auf; \`DELETE_BRAKE\` begrenzt sehr viele; \`DELETE_BY=link\` verlangt vorher das Postfach`,
            "überschaubar/geringfügig",
            "",
          ],
          [
            "Ein persönlicher Link gerät in fremde Hände",
            "überschaubar/substanziell",
            `er gilt ${PERIODS.personalLink}, wird weder gespeichert noch protokolliert, verlässt die Adresszeile sofort; Änderungen sind begrenzt; eine E-Mail meldet Löschungen, in der Voreinstellung mit Rücknahme; eine andere Adresse meldet sie dem bisherigen Postfach, das sie ${PERIODS.oldAddress} lang aufhalten oder zurücknehmen kann`,
            "geringfügig/substanziell",
            "ältere Links enden mit einer Änderung der Adresse oder wenn das Postfach sie aufhält, alle mit einem neuen geheimen Schlüssel",
          ],
          [
            "Mehrere nutzen denselben Browser",
            "substanziell/überschaubar",
            `das Cookie nach dem Absenden ist verschlüsselt und endet nach ${PERIODS.receipt}; der Tab speichert weder Namen noch Adresse; dauerhaft merkt sich der Browser nur Verlangtes`,
            "überschaubar/überschaubar",
            "offene Tabs sind lesbar",
          ],
          [
            "Eine Unterschrift wird zu Unrecht zurückgehalten",
            "überschaubar/überschaubar",
            "E-Mail (mit Antwortmöglichkeit), eigene Seite und Bestätigungslink sagen es; ein Mensch gibt frei, und kein Programm hält Freigegebenes noch einmal auf",
            "geringfügig/überschaubar",
            "mit `HOLD_SUSPICIOUS=on` täglich nachsehen; Ungesehenes zählt nicht",
          ],
          [
            "Gelöschtes kehrt mit einer Sicherung zurück",
            "überschaubar/substanziell",
            `Spuren (${PERIODS.tombstone}) in Datenbank und Datei; der Start löscht erneut`,
            "geringfügig/substanziell",
            "Sicherungen nicht länger aufbewahren",
          ],
          [
            "Jemand ordnet einen Eintrag des öffentlichen Verzeichnisses einer Person zu: mit einer Liste von Adressen",
            "substanziell/substanziell",
            "der Prüfwert enthält 128 unveröffentlichte Zufallsbits, neu bei Rücknahme und Freigabe; ohne sie hilft auch die richtige Adresse nicht",
            "geringfügig/substanziell",
            "",
          ],
          [
            "Jemand ordnet ihn nach einer Löschung zu: mit einer Sicherung oder einem Export von vorher",
            "überschaubar/substanziell",
            `der Zufallswert geht mit der Unterschrift; Sicherungen höchstens ${PERIODS.tombstone}; Exporte ohne Zufallswerte`,
            "geringfügig/substanziell",
            "beide enthalten auch Name und Adresse: Exporte nach Gebrauch löschen",
          ],
          [
            "Jemand ordnet ihn zu: an Stunde, Reihenfolge und der öffentlichen Liste",
            "substanziell/überschaubar",
            "Einträge gemeinsam etwa jede Sekunde, nach Prüfwert geordnet, mit der Stunde des Eintragens. Die Liste nennt die Minute, ohne Namen die Stunde, darin nach zufälligen Kennungen geordnet",
            "überschaubar/überschaubar",
            "in ruhigen Zeiten lässt sich der Eintrag eines öffentlichen Namens erraten, wenn man Liste und Verzeichnis zugleich las oder eine Kopie der Liste hat; mehr als die Liste verrät das nicht",
          ],
          [
            "Jemand liest aus dem Verzeichnis, wer widerrufen hat",
            "substanziell/überschaubar",
            "der Eintrag nennt nur Grund und Stunde, keine Unterschrift",
            "überschaubar/überschaubar",
            "mit `DELETE_BY=request` lässt sich auch später nachsehen, ob in der Stunde eines fremden Löschantrags eine Unterschrift wegfiel; `DELETE_BY=link` verhindert es",
          ],
          [
            "Jemand bildet Unterschiede der offenen Daten",
            "überschaubar/geringfügig",
            "Sprachen nur im Ganzen, Gruppen unter zehn zusammengefasst und, falls auch das unter zehn ist, weggelassen",
            "geringfügig/geringfügig",
            "ständiges Abrufen zeigt die Sprache der letzten Unterschrift, mit einem öffentlichen Namen derselben Sekunde auch zusammen. Die Zahl weniger die genannten Sprachen ergibt die weggelassenen: unter zehn Personen ohne Namen, und nur wenn eine einzige Sprache fehlt, in welcher",
          ],
          [
            "Ein Beleg gerät in fremde Hände",
            "überschaubar/substanziell",
            "nur hinter Bestätigungslink und auf der eigenen Seite, mit Warnung; im Browser geprüft",
            "geringfügig/substanziell",
            "er beweist, dass diese Adresse unterschrieben hat, auch nach einer Löschung; nur die Person kann ihn vernichten",
          ],
          [
            "Kopie beim Tabellendienst",
            "substanziell/substanziell",
            "Voreinstellung aus; ohne Namen möglich; Zeilen mitgelöscht und täglich verglichen",
            "überschaubar/substanziell",
            "Zugriffe aus Drittländern, Versionsverlauf, Freigaben",
          ],
          [
            "Proxy oder CDN schreiben mit",
            "substanziell/substanziell",
            "Beispiele in `deploy/` protokollieren weder IP-Adresse noch Browser noch Link",
            "geringfügig/substanziell",
            "ein CDN sieht IP-Adressen und Formulare im Klartext: Vertrag, Sitz, Protokolle aus",
          ],
          [
            "Die Prüfstelle missbraucht ihre Stichprobe",
            "überschaubar/substanziell",
            "zuerst nur Prüfwerte; Namen nur von der Stichprobe, die keine Seite vorher kennt",
            "geringfügig/substanziell",
            "Vertrag nach Art. 28, Verschwiegenheit, Tag der Löschung auf beiden Seiten",
          ],
          [
            "Ein Unterschriftenblatt gerät in fremde Hände",
            "substanziell/substanziell",
            "es fragt weder Straße noch E-Mail-Adresse; Karten für eine Person; Versand nur im Umschlag",
            "überschaubar/substanziell",
            "verschlossen aufbewahren, nach der Übergabe vernichten",
          ],
          [
            "Zugriff der Verwaltung",
            "überschaubar/groß",
            "Schlüssel, begrenzte Fehlversuche, Protokoll jeder Löschung und jedes Exports",
            "geringfügig/groß",
            "Wechsel des Schlüssels bei Ausscheiden",
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
        "Verordnung (EU) 2024/900 über politische Werbung: gekaufte Reichweite kennzeichnen; Angaben über Unterzeichnende nie zur Auswahl von Empfängern",
        "Impressum: § 25 MedienG (Österreich) verlangt auch Gründer und Begünstigte der Stiftung, § 5 DDG (Deutschland) eine vorhandene Wirtschafts-ID; dafür hat `campaign/petition.config.ts` keine Felder",
        "Voreinstellungen „öffentlich“ (Art. 25 Abs. 2) und `DELETE_BY=request` (Art. 5 Abs. 1 lit. f)",
      ]),
    ]),
  ]);
}

function activity(title: string, fields: Record<string, string>): string {
  return section(title, [list(Object.entries(fields).map(([name, content]) => `${name}: ${content}`))]);
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
