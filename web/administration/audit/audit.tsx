import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuditFilter, AuditLine, AuditPage, AuditValue } from "../../../contract/administration/audit.ts";
import { localeOf } from "../../../messages/translate.ts";
import { ABOUT_LENGTH_MAX, ACTORS, AUDIT_ACTIONS, AUDITED, isAuditAction } from "../../../petition/audit.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { Kept, useFormat, useLanguage, useTranslations } from "../../translation.tsx";
import { reasonOf } from "../ask.ts";
import { Failed, Section, useFocusKept, zonedDay, zonedSecond } from "../parts.tsx";
import { named, oneOf, type Step, usePlace } from "../place.ts";
import { stateOf, useLast } from "../server-state.tsx";
import { Choice, Filters, Table, TimePager } from "../table.tsx";
import "./audit.css";

const TOMBSTONE_DAYS = TOMBSTONE_LIFETIME / (24 * 60 * 60_000);

/** The page of the log that was last turned to, under the filter that the address names. */
export function Audit() {
  const t = useTranslations();
  const [{ narrowed, typed, turned }, go] = usePlace();
  const { who, action, day = "" } = narrowed;
  const filter: AuditFilter = {
    who: oneOf(ACTORS, who),
    action: oneOf(AUDIT_ACTIONS, action),
    day: isDay(day) ? day : "",
    about: typed,
  };
  const query = new URLSearchParams(named({ ...filter, about: typed.trim(), before: turned.at(-1) }));
  const asked = useQuery<AuditPage>({ queryKey: ["audit", query.toString()] });
  const { data: answer, error, refetch } = asked;
  const wanted = turned.length + 1;
  const shown = useLast(useMemo(() => answer && { answer, page: wanted }, [answer, wanted]));
  // The buttons are below the table, whose beginning is what one turned the page for.
  const { heading, acted } = useFocusKept(shown, true);

  function show({ about, ...narrowed }: AuditFilter, turned: string[], step?: Step): void {
    go({ view: "audit", narrowed: named({ ...narrowed }), typed: about, turned }, step);
  }
  const narrow = (next: AuditFilter, step?: Step) => show(next, [], step);
  function turnTo(next: string[]): void {
    if (next.join() === turned.join()) void refetch();
    else show(filter, next);
  }
  function turn(next: string[]): void {
    acted();
    turnTo(next);
  }

  const state = stateOf(asked);
  const { entries = [], searchedTo, next = null } = shown?.answer ?? {};
  const count = entries.length;
  const found = [
    state === "loading" && t("audit.loading"),
    state === "fresh" && shown && count === 0 && t("audit.none"),
    state === "fresh" && shown && count > 0 && t("audit.shown", { count, page: shown.page }),
    state === "fresh" && searchedTo && t("administration.pages.searched", { time: zonedSecond(searchedTo) }),
  ];
  return (
    <Section id="audit" className="admin-audit" title={t("audit.title")} heading={heading} onRefresh={() => turnTo([])}>
      <p className="soft audit-hint">
        <Kept>{t("audit.hint", { days: TOMBSTONE_DAYS })}</Kept>
      </p>
      <AuditFilters filter={filter} onFilter={narrow} />
      <p className="found soft tab" role="status">
        {found.filter(Boolean).join(" · ")}
      </p>
      {state === "failed" && <Failed>{reasonOf(error, t("audit.failed"))}</Failed>}
      {count > 0 && <AuditTable entries={entries} onAbout={(about) => narrow({ ...NO_FILTER, about })} />}
      {/* From what is in sight: a page that failed to come, or a second press, skips nothing. */}
      {shown && (
        <TimePager
          label={t("audit.pages")}
          page={shown.page}
          onNewer={() => turn(turned.slice(0, Math.max(0, shown.page - 2)))}
          onOlder={next === null ? undefined : () => turn([...turned.slice(0, shown.page - 1), next])}
        />
      )}
    </Section>
  );
}

function AuditFilters({ filter, onFilter }: { filter: AuditFilter; onFilter(filter: AuditFilter, step?: Step): void }) {
  const t = useTranslations();
  const language = useLanguage();
  const actions = useMemo(() => {
    const { compare } = new Intl.Collator(localeOf(language));
    return AUDIT_ACTIONS.map((action) => ({ value: action, name: t(`audit.action.${action}`) })).sort((one, other) =>
      compare(one.name, other.name),
    );
  }, [t, language]);
  return (
    <Filters
      label={t("audit.filter.about")}
      hint={t("audit.filter.aboutHint")}
      longest={ABOUT_LENGTH_MAX}
      text={filter.about}
      onText={(about) => onFilter({ ...filter, about }, "replaced")}
    >
      <Choice
        label={t("audit.filter.who")}
        any={t("audit.filter.anyone")}
        options={ACTORS.map((value) => ({ value, name: t(`audit.who.${value}`) }))}
        chosen={filter.who}
        onChoose={(who) => onFilter({ ...filter, who })}
      />
      <Choice
        label={t("audit.filter.action")}
        any={t("audit.filter.anything")}
        options={actions}
        chosen={filter.action}
        onChoose={(action) => onFilter({ ...filter, action })}
      />
      <input
        className="input day"
        type="date"
        aria-label={t("audit.filter.day")}
        value={filter.day}
        max="9998-12-31"
        onChange={(event) => onFilter({ ...filter, day: event.target.value }, "replaced")}
      />
      {Object.values(filter).some(Boolean) && (
        <Button kind="quiet" onClick={() => onFilter(NO_FILTER)}>
          {t("audit.filter.clear")}
        </Button>
      )}
    </Filters>
  );
}

const NO_FILTER: AuditFilter = { who: null, action: null, day: "", about: "" };

/** A year that is still being typed is one, too: `0002-11-21`. */
function isDay(day: string): boolean {
  const utc = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-/.test(day) && !Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(day);
}

function AuditTable({ entries, onAbout }: { entries: AuditLine[]; onAbout(id: string): void }) {
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
          cell: ({ at, isDay }) => {
            const day = dayOfMoment(new Date(at));
            return isDay ? <time dateTime={day}>{zonedDay(day)}</time> : <time dateTime={at}>{zonedSecond(at)}</time>;
          },
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
  const kind = AUDITED.find((known) => known === entityType);
  return (
    <div className="audit-about">
      {/* Whole, and only cut from sight: what is copied is the whole id. */}
      <code title={entityId}>{entityId}</code>
      <span>{kind ? t(`audit.kind.${kind}`) : <bdi>{entityType}</bdi>}</span>
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

/** What we write down in lines; another version may have known more. */
const DETAILS = [
  ...(["format", "signatures", "emails", "source", "deleted", "name", "visibility", "overview", "views"] as const),
  ...(["searches", "bounce", "status", "before", "day", "texts", "key", "forgotOld"] as const),
  ...(["batch", "lines", "keys", "sameKey", "firstCount", "secondCount", "reason", "valid", "invalid"] as const),
];
const VALUES = ["hard", "undelivered", "soft", "complaint", "open", "paused", "closed", "admin", "secret"] as const;

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
