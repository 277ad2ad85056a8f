import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AdminOperations, InstallationAlarm, UnnamedProxy } from "../../../contract/administration/operations.ts";
import type { LogFault } from "../../../contract/transparency.ts";
import type { Translate } from "../../../messages/translate.ts";
import { Kept, Paragraph, useTranslations } from "../../translation.tsx";
import { Alarm, Warning, zonedMinute } from "../parts.tsx";
import { POLLED } from "../server-state.tsx";

export function useOperations() {
  return useQuery<AdminOperations>({ queryKey: ["operations"], ...POLLED });
}

export function Alarms() {
  const { unnamedProxy, deleteBrake, peak, log } = useOperations().data ?? {};
  return (
    <>
      {unnamedProxy && <ProxyAlarm {...unnamedProxy} />}
      {deleteBrake && <BrakeAlarm brake={deleteBrake} />}
      {peak && <PeakAlarm {...peak} />}
      {log?.fault && <LogAlarm fault={log.fault} />}
    </>
  );
}

function ProxyAlarm({ requests, since, lastAt }: UnnamedProxy) {
  const t = useTranslations();
  const seen = { requests, since: zonedMinute(since), last: zonedMinute(lastAt) };
  return (
    <Alarm title={t("administration.proxy.title")} seen={t("administration.proxy.seen", seen)}>
      <p>{t("administration.proxy.todo")}</p>
      <p>{t("administration.proxy.else")}</p>
    </Alarm>
  );
}

function BrakeAlarm({ brake }: { brake: NonNullable<AdminOperations["deleteBrake"]> }) {
  const t = useTranslations();
  return (
    <Alarm title={t("administration.brake.title")} seen={t("administration.brake.seen", { ...brake })}>
      <Paragraph of="administration.brake.meaning" />
    </Alarm>
  );
}

function PeakAlarm({ cause, since }: NonNullable<AdminOperations["peak"]>) {
  const t = useTranslations();
  const seen = t(`administration.peak.cause.${cause}`, { since: zonedMinute(since) });
  return (
    <Alarm title={t("administration.peak.title")} seen={seen}>
      <Paragraph of="administration.peak.meaning" />
    </Alarm>
  );
}

function LogAlarm({ fault }: { fault: LogFault }) {
  const t = useTranslations();
  return (
    <Alarm title={t(`administration-log.fault.${fault}.title`)} seen={t(`administration-log.fault.${fault}.meaning`)}>
      <p>{t(`administration-log.fault.${fault}.todo`)}</p>
      <p>{t("administration-log.thisProcess")}</p>
    </Alarm>
  );
}

export function TaskAlarm() {
  const t = useTranslations();
  const tasks = useOperations().data?.tasks ?? [];
  const alarms = [
    ["administration.operations.alarm", tasks.filter(({ overdue }) => overdue)],
    ["administration.operations.failingAlarm", tasks.filter(({ failures }) => failures > 0)],
  ] as const;
  return (
    <div role="alert">
      {alarms.map(
        ([said, named]) =>
          named.length > 0 && (
            <Warning key={said}>
              <span>{t(said, { count: named.length })}</span>{" "}
              <span>{named.map(({ name }) => t(`administration.operations.task.${name}`)).join(" · ")}</span>
            </Warning>
          ),
      )}
    </div>
  );
}

export function InstallationAlarms() {
  const t = useTranslations();
  const alarms = useOperations().data?.installation ?? [];
  if (alarms.length === 0) return null;
  return (
    <div id="installation">
      {alarms.map((alarm) => (
        <Alarm key={alarm.kind} title={t(`administration-installation.${alarm.kind}.title`)} seen={seenIn(alarm, t)}>
          <Paragraph of={`administration-installation.${alarm.kind}.todo`} tags={CODE} />
        </Alarm>
      ))}
    </div>
  );
}

const CODE = { code: (inner: ReactNode) => <code>{inner}</code> };

function seenIn(alarm: InstallationAlarm, t: Translate): ReactNode {
  switch (alarm.kind) {
    case "certificate":
      return t("administration-installation.certificate.seen", { days: Math.max(0, alarm.days) });
    case "clock":
      return t(alarm.seconds > 0 ? "administration-installation.clock.ahead" : "administration-installation.clock.behind", {
        seconds: Math.abs(alarm.seconds),
      });
    case "disk":
      return t("administration-installation.disk.seen", { free: alarm.free, needed: alarm.needed });
    case "keys":
      return (
        <>
          <span>{t("administration-installation.keys.seen")}</span> <code>{alarm.files.join(" ")}</code>
        </>
      );
    case "backup":
      return alarm.at === null
        ? t("administration-installation.backup.never")
        : t("administration-installation.backup.old", { at: zonedMinute(alarm.at) });
    case "mail":
      return (
        <>
          <span>{t("administration-installation.mail.seen", { since: zonedMinute(alarm.since) })}</span>{" "}
          <code>{alarm.code}</code>
        </>
      );
  }
}

export function PlaceholderNotice() {
  const t = useTranslations();
  const fields = useOperations().data?.placeholders ?? [];
  if (fields.length === 0) return null;
  return (
    <section className="placeholders" aria-labelledby="placeholders">
      <p>
        <b id="placeholders">{t("administration.placeholders.title")}</b>{" "}
        <Kept>{t("administration.placeholders.found", { count: fields.length })}</Kept>
      </p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <code>{field}</code>
          </li>
        ))}
      </ul>
      <Paragraph of="administration.placeholders.todo" tags={CODE} />
    </section>
  );
}
