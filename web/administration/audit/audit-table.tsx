import type { AuditLine, AuditValue } from "../../../contract/administration/audit.ts";
import { AUDITED, isAuditAction } from "../../../petition/audit.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { Icon } from "../../design/icon.tsx";
import { useFormat, useTranslations } from "../../translation.tsx";
import { zonedDay, zonedSecond } from "../moment.ts";
import { Table } from "../table.tsx";

/** `onAbout` is handed the id whose lines are wanted. */
export function AuditTable({ entries, onAbout }: { entries: AuditLine[]; onAbout(id: string): void }) {
  const t = useTranslations();
  return (
    <Table
      label={t("audit.table")}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t("audit.column.time"),
          look: "sorted",
          cell: ({ at, isDay }) => (isDay ? <Day at={at} /> : <time dateTime={at}>{zonedSecond(at)}</time>),
        },
        {
          name: t("audit.column.who"),
          cell: ({ who }) => <span className={who === "administrator" ? "badge brass" : "badge"}>{t(`audit.who.${who}`)}</span>,
        },
        {
          name: t("audit.column.what"),
          isHead: true,
          cell: ({ action }) => (isAuditAction(action) ? t(`audit.action.${action}`) : <bdi>{action}</bdi>),
        },
        { name: t("audit.column.about"), cell: (entry) => <About entry={entry} onAbout={onAbout} /> },
        { name: t("audit.column.details"), cell: ({ changes }) => changes && <Details changes={changes} /> },
      ]}
    />
  );
}

function About({ entry: { entityId, entityType }, onAbout }: { entry: AuditLine; onAbout(id: string): void }) {
  const t = useTranslations();
  return (
    <div className="audit-about">
      {/* Whole, and only cut from sight: what is copied is the whole id. */}
      <code title={entityId}>{entityId}</code>
      <Kind entityType={entityType} />
      <button
        type="button"
        className="btn-icon"
        aria-label={t("audit.follow", { id: entityId.slice(0, 8) })}
        onClick={() => onAbout(entityId)}
      >
        <Icon name="search" />
      </button>
    </div>
  );
}

function Day({ at }: { at: string }) {
  const day = dayOfMoment(new Date(at));
  return <time dateTime={day}>{zonedDay(day)}</time>;
}

function Kind({ entityType: given }: { entityType: string }) {
  const t = useTranslations();
  const entityType = AUDITED.find((kind) => kind === given);
  return <span>{entityType ? t(`audit.kind.${entityType}`) : <bdi>{given}</bdi>}</span>;
}

/** What we write down in lines; another version may have known more. */
const DETAILS = [
  ...(["format", "signatures", "emails", "source", "deleted", "name", "visibility"] as const),
  ...(["overview", "views", "searches"] as const),
  ...(["bounce", "status", "before", "day", "texts", "key", "forgotOld"] as const),
];
const VALUES = ["hard", "undelivered", "soft", "complaint", "open", "paused", "closed", "admin", "secret"] as const;

/** `Format: csv, Unterschriften: 12` */
function Details({ changes }: { changes: Record<string, AuditValue> }) {
  const t = useTranslations();
  return (
    <div className="audit-details">
      {Object.entries(changes).map(([given, value], place) => {
        const name = DETAILS.find((known) => known === given);
        return (
          <span key={given}>
            <span>{place > 0 && ", "}</span>
            <span>{name ? t(`audit.detail.${name}`) : <bdi>{given}</bdi>}</span>: <Value given={value} />
          </span>
        );
      })}
    </div>
  );
}

function Value({ given }: { given: AuditValue }) {
  const t = useTranslations();
  const format = useFormat();
  if (given === null) return <span>–</span>;
  if (typeof given === "boolean") return <span>{t(given ? "audit.value.yes" : "audit.value.no")}</span>;
  if (typeof given === "number") return <span>{format.number(given)}</span>;
  const value = VALUES.find((known) => known === given);
  return <span>{value ? t(`audit.value.${value}`) : <bdi>{given}</bdi>}</span>;
}
