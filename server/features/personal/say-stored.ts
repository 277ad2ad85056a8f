import type { Stored, StoredGroup } from "../../../contract/personal.ts";
import type { MessageKey } from "../../../messages/keys.ts";
import { dateIn, type Translate } from "../../../messages/translate.ts";
import { consentTextIn } from "../../../petition/addresses.ts";
import { isAuditAction } from "../../../petition/audit.ts";
import { DAY } from "../../../petition/duration.ts";
import { TOMBSTONE_GONE_WITHIN } from "../../../petition/erasure.ts";
import { isLanguage, type Language, ownNameOf } from "../../../petition/language.ts";
import { SUSPICION_RETENTION } from "../../../petition/suspicion.ts";
import type {
  auditLog,
  EmailKind,
  logEntries,
  mailCooldowns,
  NoticeKind,
  outbox,
  spreadsheetRows,
  suppressions,
} from "../../platform/database/schema.ts";
import type { clustersOf, Group, StoredItem } from "./stored.ts";

interface Reader {
  t: Translate;
  language: Language;
  now: Date;
}

export function saidOnPage(groups: Group[], reader: Reader): StoredGroup[] {
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ name, enteredAt, entries }) => ({
      title: reader.t(`personal.answer.group.${name}`, { date: enteredAt ? dateTime(enteredAt, reader) : "" }),
      entries: entries.map((entry) => said(entry, reader)),
    }));
}

export function saidInFile(groups: Group[], reader: Reader): object[] {
  return groups.map(({ name, entries }) => ({
    group: name,
    entries: entries.map((entry) => {
      const { label, why, until } = said(entry, reader);
      return {
        name: entry.name,
        label,
        ...(entry.isWithheld ? { value: null, withheld: reader.t("personal.answer.withheld") } : { value: entry.value }),
        why,
        until,
        untilDate: "at" in entry.until ? entry.until.at : null,
      };
    }),
  }));
}

function said(entry: StoredItem, reader: Reader): Stored {
  const { t, language } = reader;
  const { name, value, why } = entry;
  return {
    label: name === "line" ? actionOf(value as Row<typeof auditLog>, t) : t(`personal.answer.label.${name}`),
    value: entry.isWithheld ? [t("personal.answer.withheld")] : inWords(entry, reader),
    why: t(`personal.answer.why.${why}`),
    until: untilOf(entry, reader),
    ...(name === "consentVersion" && { href: consentTextIn(language, String(value)) }),
  };
}

function inWords({ name, value }: StoredItem, reader: Reader): string[] {
  const { t } = reader;
  switch (name) {
    case "visibility":
      return [t(value === "public" ? "signing.form.public" : "signing.form.private")];
    case "locale":
      return [isLanguage(value) ? ownNameOf(value) : String(value)];
    case "status":
      return [t(`personal.answer.status.${value as Status}`)];
    case "nameCheck":
      return [t(value === "held" ? "personal.answer.nameCheck.held" : "personal.answer.nameCheck.approved")];
    case "searchText":
      return String(value).split("\n");
    case "cluster": {
      const { reason, foundAt } = value as Awaited<ReturnType<typeof clustersOf>>[number];
      return [t(`personal.answer.reason.${reason}`), dateTime(foundAt, reader)];
    }
    case "cooldown":
    case "deletionCooldown":
      return (value as Row<typeof mailCooldowns>).acceptedAt.map((at) => dateTime(at, reader));
    case "suppression":
      return [suppressedFor((value as Row<typeof suppressions>).reason, t)];
    case "acts":
      return [String((value as { count: number }).count)];
    case "outbox": {
      const { kind, createdAt } = value as Row<typeof outbox>;
      return [t(SUBJECTS[kind as EmailKind | NoticeKind]), dateTime(createdAt, reader)];
    }
    case "line":
      return [dateTime((value as Row<typeof auditLog>).timestamp, reader)];
    case "logEntry":
      return [(value as Row<typeof logEntries>).entry];
    case "spreadsheetRow": {
      const { key, changedAt } = value as Row<typeof spreadsheetRows>;
      return [key, dateTime(changedAt, reader)];
    }
    default:
      if (value instanceof Date) return [dateTime(value, reader)];
      return [value === true ? t("personal.answer.yes") : String(value)];
  }
}

type Row<Table extends { $inferSelect: unknown }> = Table["$inferSelect"];
type Status = "pending" | "sent" | "failed" | "confirmed" | "expired";

function untilOf({ until }: StoredItem, reader: Reader): string {
  const days = (until.till === "grouped" ? SUSPICION_RETENTION : TOMBSTONE_GONE_WITHIN) / DAY;
  const date = "at" in until ? dayOrMoment(until.at, reader) : "";
  return reader.t(`personal.answer.until.${until.till}`, { days, date });
}

function actionOf({ action }: Row<typeof auditLog>, t: Translate): string {
  return isAuditAction(action) ? t(`audit.action.${action}`) : action;
}

function suppressedFor(reason: string, t: Translate): string {
  return reason === "owner" || reason === "bounce" || reason === "complaint"
    ? t(`personal.answer.suppressed.${reason}`)
    : reason;
}

const SUBJECTS = {
  "confirmation-email": "mail.email.confirmation.subject",
  "already-signed-email": "mail.email.alreadySigned.subject",
  "erased-email": "mail.email.erased.subject",
  "deletion-link-email": "mail.email.deletionLink.subject",
  "personal-link-email": "mail.email.personalLink.subject",
  "new-address-email": "mail.email.newAddress.subject",
  "old-address-email": "mail.email.oldAddress.subject",
  "breach-email": "mail.email.breach.name",
  "held-email": "mail.email.held.subject",
} as const satisfies Record<EmailKind | NoticeKind, MessageKey>;

function dayOrMoment(at: Date, reader: Reader): string {
  const isSoon = at.getTime() - reader.now.getTime() < 2 * DAY;
  return isSoon ? dateTime(at, reader) : dateIn(reader.language, at, { dateStyle: "long" });
}

function dateTime(at: Date, { language }: Reader): string {
  return dateIn(language, at, { dateStyle: "long", timeStyle: "short" });
}
