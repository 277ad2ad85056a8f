/** A column that is not described here stops the writing of the records. */
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as schema from "../../server/platform/database/schema.ts";

export interface DescribedTable {
  name: string;
  purpose: string;
  columns: Array<{ name: string; meaning: string }>;
}

const MEANINGS: Record<string, { purpose: string; columns: Record<string, string> }> = {
  signatures: {
    purpose: "bestätigte Unterschriften",
    columns: {
      id: "zufällige Kennung",
      full_name: "Name, wie eingetragen",
      email: "E-Mail-Adresse, wie eingetragen",
      normalised_email: "dieselbe in einheitlicher Schreibweise",
      search_text: "Name und Adresse ohne Akzente, für die Suche der Verwaltung",
      visibility: "öffentlich oder nicht öffentlich",
      confirmed_at: "Zeitpunkt der Bestätigung",
      created_at: "Zeitpunkt der Eintragung",
      ip_address: "IP-Adresse bei der Eintragung (befristet)",
      user_agent: "Browserkennung bei der Eintragung (befristet)",
      signature_hash:
        "Prüfwert (SHA-256) aus Zufallswert, Kennung, Adresse und Fassungen, im öffentlichen Verzeichnis der Zählung",
      signature_salt: "Zufallswert dazu (128 Bit), nur hier und im Beleg",
      gdpr_consent_given: "Einwilligung erteilt",
      gdpr_consent_timestamp: "Zeitpunkt der Einwilligung",
      consent_version: "Fassung des Einwilligungstextes",
      petition_version: "Fassung des Petitionstextes, der unterschrieben wurde",
      policy_version: "Fassung der Datenschutzerklärung, auf die das Formular verwies",
      locale: "Sprache",
      quarantined_at: "in Quarantäne seit (weder gezählt noch in der Liste)",
      quarantine_id: "Nummer des Vorgangs, der sie in Quarantäne nahm",
      released_at: "freigegeben am, nachdem sie in Quarantäne war",
      objected_at: "Widerspruch gegen die Prüfung (Art. 21): seitdem ohne IP-Adresse, Browserkennung und Gruppen",
      name_hidden_at: "ohne Namen gelistet seit (verborgen oder von der Wortliste zurückgehalten)",
      name_check: "ob die Wortliste den Namen zurückhält oder er freigegeben ist",
      seconds_to_confirm: "Sekunden vom Versand bis zur Bestätigung (befristet)",
      restorations: "wie oft eine Löschung zurückgenommen wurde",
      committed_address:
        "nach einer Änderung der Adresse: die, mit der unterschrieben wurde, in einheitlicher Schreibweise; nur für den Beleg",
      address_asked_at: "wann zuletzt eine andere Adresse verlangt wurde",
      links_since: "seit wann ältere persönliche Links nichts mehr öffnen",
      list_key: "zufällige Kennung in der öffentlichen Liste, neu, wenn sich die Anzeige des Namens ändert",
    },
  },
  pending_confirmations: {
    purpose: "eingetragene, noch nicht bestätigte Unterschriften",
    columns: {
      id: "zufällige Kennung",
      token: "Hashwert des Bestätigungslinks",
      full_name: "Name, wie eingetragen",
      email: "E-Mail-Adresse, wie eingetragen",
      normalised_email: "dieselbe in einheitlicher Schreibweise",
      visibility: "öffentlich oder nicht öffentlich",
      expires_at: "bis wann der Link gilt",
      created_at: "Zeitpunkt der Eintragung und der Einwilligung",
      ip_address: "IP-Adresse bei der Eintragung",
      user_agent: "Browserkennung bei der Eintragung",
      email_sent_at: "Versand der Bestätigungs-E-Mail",
      email_retry_count: "Zahl der Wiederholungen",
      status: "Stand (wartet, gesendet, gescheitert, bestätigt, abgelaufen)",
      locale: "Sprache",
      consent_version: "Fassung des Einwilligungstextes",
      petition_version: "Fassung des Petitionstextes",
      policy_version: "Fassung der Datenschutzerklärung, auf die das Formular verwies",
    },
  },
  audit_log: {
    purpose: "Protokoll der Vorgänge, ohne Name und Adresse; Zeilen der Person gehen mit ihr",
    columns: {
      id: "zufällige Kennung",
      entity_type: "Art des Gegenstands",
      entity_id: "dessen zufällige Kennung; von Gelöschtem der Hashwert",
      action: "Vorgang",
      changes: "Einzelheiten ohne Angaben zur Person",
      ip_address: "bleibt leer",
      user_agent: "bleibt leer",
      timestamp: "Zeitpunkt; einer Löschung nur der Tag",
    },
  },
  signature_links: {
    purpose: "erkennt ein zweites Öffnen des Links („bereits bestätigt“)",
    columns: { token_hash: "Hashwert des Bestätigungslinks", signature_id: "Kennung der Unterschrift" },
  },
  mail_cooldowns: {
    purpose: "schützt Postfächer vor Überflutung; überdauert eine Löschung",
    columns: {
      email_hash: "Adresse ohne +Zusatz als HMAC",
      accepted_at: "die letzten Anfragen",
      last_at: "die letzte Anfrage",
    },
  },
  used_captchas: {
    purpose: "jede Rechenaufgabe gilt einmal, ein zweimal abgeschicktes Formular zählt einmal",
    columns: {
      id: "Hashwert der zufälligen Nummer",
      expires_at: "Ende",
      submission: "das Formular als HMAC",
      link_expires_at: "Ende des daraufhin verschickten Links",
    },
  },
  mail_caps: {
    purpose: "wie `rate_limits`, für E-Mails; nur noch von der vorigen Version gefüllt, solange sie bei einer Umstellung läuft",
    columns: {
      key: "Mail-Domain als HMAC",
      count: "Zahl der E-Mails",
      window_ends_at: "Ende des Zeitfensters",
    },
  },
  suppressions: {
    purpose: "Adressen ohne E-Mails, außer zu einer Löschung",
    columns: { email_hash: "Adresse als HMAC", until: "Ende", reason: "Grund" },
  },
  rate_limits: {
    purpose:
      "Begrenzung der Versuche je Netz, der Änderungen je Unterschrift, der Löschungen im Ganzen und, falls gesetzt, der E-Mails im Ganzen und je Mail-Domain",
    columns: {
      key: "Art und Netz oder Kennung der Unterschrift, oder Mail-Domain, als HMAC",
      kind: "Art des Versuchs",
      count: "Zahl der Versuche, Löschungen oder E-Mails",
      window_ends_at: "Ende des Zeitfensters",
    },
  },
  suspicions: {
    purpose: "Anzeichen von Missbrauch",
    columns: {
      id: "zufällige Kennung",
      kind: "Art",
      source_key: "Netz als HMAC",
      at: "Zeitpunkt",
    },
  },
  clusters: {
    purpose: "Gruppen auffälliger Unterschriften",
    columns: {
      id: "zufällige Kennung",
      reason: "Grund",
      key: "das Gemeinsame (Netz, Domain, Tag) als HMAC",
      found_at: "zuerst bemerkt",
      last_at: "zuletzt bemerkt",
      requests: "Zahl der Löschanfragen aus dem Netz",
    },
  },
  cluster_signatures: {
    purpose: "Unterschriften der Gruppen; gelöscht mit der IP-Adresse, bei neuen E-Mail-Domains mit der Unterschrift",
    columns: { cluster_id: "Nummer der Gruppe", signature_id: "Kennung der Unterschrift" },
  },
  erased_signatures: {
    purpose: "damit keine alte Sicherung Gelöschtes zurückbringt",
    columns: {
      id_hash: "Hashwert der zufälligen Kennung",
      erased_on: "Tag der Löschung",
      restorations: "Zahl der Rücknahmen: zu welcher Löschung ein Link gehört",
    },
  },
  log_queue: {
    purpose: "Warteschlange des öffentlichen Verzeichnisses der Zählung, für Sekunden",
    columns: {
      place: "laufende Nummer",
      kind: "gezählt, weggefallen, auf Papier oder Text",
      reason: "Grund; bei einem Text dessen Sprache",
      hash: "Prüfwert von Gezähltem, Hashwert eines Textes; bei Weggefallenem leer",
      batch: "Nummer eines Stapels auf Papier",
      valid: "dessen gültige Zeilen",
      invalid: "dessen ungültige Zeilen",
    },
  },
  log_entries: {
    purpose: "das öffentliche Verzeichnis der Zählung, auf Dauer; einer Person zuzuordnen nur mit dem Zufallswert",
    columns: {
      index: "laufende Nummer",
      entry: "Art, Grund, Stunde (UTC), bei Gezähltem der Prüfwert",
      number: "Zahl der Unterschriften nach diesem Eintrag",
      commitment: "Prüfwert, für den Beleg; bei Weggefallenem leer",
    },
  },
  log_tiles: {
    purpose: "Hashwerte der Einträge, öffentlich, auf Dauer",
    columns: { level: "Ebene", index: "Stelle", hashes: "Hashwerte der Einträge oder ganzer Gruppen von Einträgen" },
  },
  outbox: {
    purpose: "E-Mails, die noch zu senden sind; Erledigtes wird gelöscht",
    columns: {
      id: "zufällige Kennung",
      kind: "Art",
      subject_id: "Nummer der Zeile, um die es geht",
      payload:
        "verschlüsselt, falls eine Adresse nötig ist; bei einer Nachricht über einen Datenvorfall deren Nummer, bei einem Alarm sein Name",
      attempts: "Zahl der Versuche",
      next_attempt_at: "nächster Versuch",
      leased_until: "in Arbeit bis",
      failed_at: "aufgegeben am",
      last_error: "Fehlerkennung ohne Angaben zur Person",
      created_at: "Zeitpunkt",
    },
  },
  spreadsheet_rows: {
    purpose: "was in der Tabelle des Tabellendienstes stehen soll",
    columns: {
      key: "HMAC der Kennung, erste Spalte der Tabelle",
      signature_id: "Kennung der Unterschrift; leer, sobald sie gelöscht ist",
      version: "gewünschter Stand",
      written: "übertragener Stand",
      sent: "Stand, der unterwegs ist",
      changed_at: "letzte Änderung",
    },
  },
  paper_batches: {
    purpose: "Stapel von Unterschriften auf Papier: nur Zahlen, nichts über Unterzeichnende",
    columns: {
      batch: "Nummer des Stapels",
      received_on: "Tag des Eingangs",
      delivered_by: "wer ihn gebracht hat, wie eingetragen; mit dem Ende der Petition gelöscht",
      valid: "gültige Zeilen",
      invalid: "ungültige Zeilen nach Grund",
      counted_by: "Namen der beiden Schlüssel, deren Zählungen gelten",
      is_withdrawn: "ob er zurückgenommen ist",
      open: "Zählungen, die noch nichts entschieden haben: Zahlen, Schlüssel, Zeit, Grund",
      revision: "Zahl seiner Einträge im öffentlichen Verzeichnis",
    },
  },
};

/** Hold figures, texts of ours or random numbers; nothing of a person. */
const IMPERSONAL = [
  ...[
    "signature_count",
    "hourly_counts",
    "erasures_by_minute",
    "supporter_blocks",
    "shown_texts",
    "spreadsheet_key",
    "spreadsheet_state",
    "analytics_counts",
  ],
  ...["tasks", "alarms", "quarantines", "collection", "news", "unnamed_proxy", "breach_notices"],
  ...["log_state", "log_hours", "log_texts", "log_paper", "log_witnesses", "log_inquiries"],
];

/** Throws where a table or column is missing or gone. */
export function describedTables(): DescribedTable[] {
  const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));
  const names = tables.map((one) => getTableName(one));
  const known = [...Object.keys(MEANINGS), ...IMPERSONAL];
  demandSame("tables", names, known);
  return Object.entries(MEANINGS).map(([name, { purpose, columns }]) => {
    const table = tables.find((one) => getTableName(one) === name);
    const there = table ? Object.values(getTableColumns(table)).map((column) => column.name) : [];
    demandSame(`columns of ${name}`, there, Object.keys(columns));
    return { name, purpose, columns: there.map((column) => ({ name: column, meaning: columns[column] ?? "" })) };
  });
}

function demandSame(what: string, there: string[], described: string[]): void {
  const missing = there.filter((one) => !described.includes(one));
  const gone = described.filter((one) => !there.includes(one));
  if (missing.length > 0) throw new Error(`checks/records/tables.ts does not describe these ${what}: ${missing.join(", ")}`);
  if (gone.length > 0) throw new Error(`checks/records/tables.ts describes ${what} that are gone: ${gone.join(", ")}`);
}
