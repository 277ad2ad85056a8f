/** What the administrator is told first. Each says nothing while all is well. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AdminOperations, InstallationAlarm, TaskState } from "../../../contract/administration/operations.ts";
import type { Translate } from "../../../messages/translate.ts";
import { Kept, Text, useTranslations } from "../../translation.tsx";
import { zonedMinute } from "../moment.ts";
import { Alarm, Warning } from "../parts.tsx";
import { POLLED } from "../server-state.tsx";

export function useOperations() {
  return useQuery<AdminOperations>({ queryKey: ["operations"], ...POLLED });
}

/** Above every view. */
export function Alarms() {
  return (
    <>
      <ProxyAlarm />
      <BrakeAlarm />
      <PeakAlarm />
      <LogAlarm />
    </>
  );
}

/** As long as it is true, strangers can lock all visitors out without meaning to. */
function ProxyAlarm() {
  const t = useTranslations();
  const proxy = useOperations().data?.unnamedProxy;
  if (!proxy) return null;
  const seen = { requests: proxy.requests, since: zonedMinute(proxy.since), last: zonedMinute(proxy.lastAt) };
  return (
    <Alarm title={t("administration.proxy.title")} seen={t("administration.proxy.seen", seen)}>
      <p>{t("administration.proxy.todo")}</p>
      <p>{t("administration.proxy.else")}</p>
    </Alarm>
  );
}

/** What people asked for is not done as pages used to say, until this is over. */
function BrakeAlarm() {
  const t = useTranslations();
  const brake = useOperations().data?.deleteBrake;
  if (!brake) return null;
  return (
    <Alarm title={t("administration.brake.title")} seen={t("administration.brake.seen", { ...brake })}>
      <p>
        <Kept>{t("administration.brake.meaning")}</Kept>
      </p>
    </Alarm>
  );
}

/** Mostly nothing to do: it is said so that nobody wonders about pages that follow late. */
function PeakAlarm() {
  const t = useTranslations();
  const peak = useOperations().data?.peak;
  if (!peak) return null;
  const seen = t(`administration.peak.cause.${peak.cause}`, { since: zonedMinute(peak.since) });
  return (
    <Alarm title={t("administration.peak.title")} seen={seen}>
      <p>
        <Kept>{t("administration.peak.meaning")}</Kept>
      </p>
    </Alarm>
  );
}

/** Until it is over, nobody gets a receipt, and the number cannot be checked. */
function LogAlarm() {
  const t = useTranslations();
  const fault = useOperations().data?.log?.fault;
  if (!fault) return null;
  return (
    <Alarm title={t(`administration-log.fault.${fault}.title`)} seen={t(`administration-log.fault.${fault}.meaning`)}>
      <p>{t(`administration-log.fault.${fault}.todo`)}</p>
      <p>{t("administration-log.thisProcess")}</p>
    </Alarm>
  );
}

export function TaskAlarm() {
  const tasks = useOperations().data?.tasks ?? [];
  return (
    <div role="alert">
      <TasksNamed said="administration.operations.alarm" tasks={tasks.filter(({ overdue }) => overdue)} />
      <TasksNamed said="administration.operations.failingAlarm" tasks={tasks.filter(({ failures }) => failures > 0)} />
    </div>
  );
}

function TasksNamed({ said, tasks }: { said: `administration.operations.${"alarm" | "failingAlarm"}`; tasks: TaskState[] }) {
  const t = useTranslations();
  if (tasks.length === 0) return null;
  return (
    <Warning>
      <span>{t(said, { count: tasks.length })}</span>{" "}
      <span>{tasks.map(({ name }) => t(`administration.operations.task.${name}`)).join(" · ")}</span>
    </Warning>
  );
}

/** What `doctor` would say of the machine and of what is around the site. */
export function InstallationAlarms() {
  const t = useTranslations();
  const alarms = useOperations().data?.installation ?? [];
  if (alarms.length === 0) return null;
  return (
    <div id="installation">
      {alarms.map((alarm) => (
        <Alarm key={alarm.kind} title={t(`administration-installation.${alarm.kind}.title`)} seen={seenIn(alarm, t)}>
          <p>
            <Text of={`administration-installation.${alarm.kind}.todo`} tags={CODE} />
          </p>
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

/** What would be untrue or missing if the site went public as it is. */
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
      <p>
        <Text of="administration.placeholders.todo" tags={CODE} />
      </p>
    </section>
  );
}
