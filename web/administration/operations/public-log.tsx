import type { ReactNode } from "react";
import type { LogStanding, WitnessStanding } from "../../../contract/administration/log.ts";
import type { Translate } from "../../../messages/translate.ts";
import { Icon } from "../../design/icon.tsx";
import { useFormat, useTranslations } from "../../translation.tsx";
import { zonedMinute } from "../moment.ts";
import { Table } from "../table.tsx";
import { useOperations } from "./use-operations.ts";

/** Stands above everything: until it is over, nobody gets a receipt, and the number cannot be checked. */
export function LogAlarm() {
  const t = useTranslations();
  const log = useOperations().data?.log;
  if (!log?.fault) return null;
  return (
    <div className="failed proxy-alarm">
      <Icon name="warning" />
      <div>
        <p>
          <b role="alert">{t(`administration-log.fault.${log.fault}.title`)}</b>{" "}
          <span>{t(`administration-log.fault.${log.fault}.meaning`)}</span>
        </p>
        <p>{t(`administration-log.fault.${log.fault}.todo`)}</p>
        <p>{t("administration-log.thisProcess")}</p>
      </div>
    </div>
  );
}

/** How far the log is, and how far its witnesses are. Null before its first head. */
export function PublicLog({ log }: { log: LogStanding | null }) {
  const t = useTranslations();
  return (
    <section aria-labelledby="public-log">
      <h2 id="public-log">{t("administration-log.title")}</h2>
      {log ? <Standing log={log} /> : <p className="soft">{t("administration-log.none")}</p>}
    </section>
  );
}

function Standing({ log: { size, count, publishedAt, waiting, fault, witnesses } }: { log: LogStanding }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <>
      <dl className="findings wide">
        <div>
          <dt>{t("administration-log.size")}</dt>
          <dd>{t("administration-log.entries", { size, count })}</dd>
        </div>
        <div>
          <dt>{t("administration-log.published")}</dt>
          <dd>
            <Moment at={publishedAt} />
          </dd>
        </div>
        <div>
          <dt>{t("administration-log.waiting")}</dt>
          <dd>{format.number(waiting)}</dd>
        </div>
        <div>
          <dt>{t("administration-log.signing")}</dt>
          <dd>
            {fault ? (
              <span className="badge madder">
                <Icon name="warning" /> {t("administration-log.silent")} <code>{fault}</code>
              </span>
            ) : (
              t("administration-log.signs")
            )}
          </dd>
        </div>
      </dl>
      <h3 className="mt-6 mb-1">{t("administration-log.witnesses.title")}</h3>
      {witnesses.length > 0 ? (
        <Witnesses witnesses={witnesses} size={size} />
      ) : (
        <p className="soft">{t("administration-log.witnesses.none")}</p>
      )}
    </>
  );
}

function Witnesses({ witnesses, size }: { witnesses: WitnessStanding[]; size: number }) {
  const t = useTranslations();
  return (
    <Table
      label={t("administration-log.witnesses.label")}
      rows={witnesses}
      keyOf={({ name }) => name}
      isMarked={({ fault }) => fault !== null}
      columns={[
        { name: t("administration-log.witnesses.name"), isHead: true, cell: ({ name }) => <bdi>{name}</bdi> },
        { name: t("administration-log.witnesses.seen"), cell: ({ size: seen }) => seenOf(seen, size, t) },
        { name: t("administration-log.witnesses.at"), look: "time", cell: ({ at }) => <Moment at={at} /> },
        { name: t("administration-log.witnesses.answer"), cell: (witness) => lastAnswerOf(witness, t) },
      ]}
    />
  );
}

function seenOf(seen: number | null, size: number, t: Translate): string {
  if (seen === null) return "–";
  if (seen >= size) return t("administration-log.witnesses.current");
  return t("administration-log.witnesses.behind", { count: size - seen });
}

function lastAnswerOf({ fault, at }: WitnessStanding, t: Translate): ReactNode {
  if (fault !== null)
    return (
      <span className="badge madder">
        <Icon name="warning" /> <code>{fault}</code>
      </span>
    );
  return at === null ? "–" : t("administration-log.witnesses.answered");
}

function Moment({ at }: { at: string | null }) {
  const t = useTranslations();
  return at === null ? <span>{t("administration-log.never")}</span> : <time dateTime={at}>{zonedMinute(at)}</time>;
}
