import type { InstallationAlarm } from "../../../contract/administration/operations.ts";
import { Icon } from "../../design/icon.tsx";
import { Text, useTranslations } from "../../translation.tsx";
import { zonedMinute } from "../moment.ts";
import { useOperations } from "./use-operations.ts";

/** What `doctor` would say of the machine and of what stands around the site; nothing while all is well. */
export function InstallationAlarms() {
  const alarms = useOperations().data?.installation ?? [];
  if (alarms.length === 0) return null;
  return (
    <div id="installation">
      {alarms.map((alarm) => (
        <Alarm key={alarm.kind} alarm={alarm} />
      ))}
    </div>
  );
}

function Alarm({ alarm }: { alarm: InstallationAlarm }) {
  const t = useTranslations();
  const { kind } = alarm;
  return (
    <div className="failed proxy-alarm">
      <Icon name="warning" />
      <div>
        <p>
          <b role="alert">{t(`administration-installation.${kind}.title`)}</b> <Seen alarm={alarm} />
        </p>
        <p>
          <Text of={`administration-installation.${kind}.todo`} tags={{ code: (inner) => <code>{inner}</code> }} />
        </p>
      </div>
    </div>
  );
}

function Seen({ alarm }: { alarm: InstallationAlarm }) {
  const t = useTranslations();
  switch (alarm.kind) {
    case "certificate":
      return <span>{t("administration-installation.certificate.seen", { days: Math.max(0, alarm.days) })}</span>;
    case "clock":
      return (
        <span>
          {t(alarm.seconds > 0 ? "administration-installation.clock.ahead" : "administration-installation.clock.behind", {
            seconds: Math.abs(alarm.seconds),
          })}
        </span>
      );
    case "disk":
      return <span>{t("administration-installation.disk.seen", { free: alarm.free, needed: alarm.needed })}</span>;
    case "keys":
      return (
        <span>
          {t("administration-installation.keys.seen")} <code>{alarm.files.join(" ")}</code>
        </span>
      );
    case "backup":
      return (
        <span>
          {alarm.at === null
            ? t("administration-installation.backup.never")
            : t("administration-installation.backup.old", { at: zonedMinute(alarm.at) })}
        </span>
      );
    case "mail":
      return (
        <span>
          <span>{t("administration-installation.mail.seen", { since: zonedMinute(alarm.since) })}</span>{" "}
          <code>{alarm.code}</code>
        </span>
      );
  }
}
