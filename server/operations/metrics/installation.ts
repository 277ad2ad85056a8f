import type { InstallationAlarm } from "../../../contract/administration/operations.ts";
import { gauge, type Subject, yesOrNo } from "./gauges.ts";

const KINDS = Object.keys({
  certificate: true,
  clock: true,
  disk: true,
  keys: true,
  backup: true,
  mail: true,
} satisfies Record<InstallationAlarm["kind"], true>);

export interface InstallationTools {
  installation(): Promise<InstallationAlarm[]>;
}

/** What the running site sees of its machine, as the administration shows it. */
export function installation({ installation: alarmsOf }: InstallationTools): Subject {
  const alarm = gauge(
    "petition_installation_alarm",
    "1 where the administration shows that alarm of the installation, else 0",
    ["kind"],
  );
  return {
    gauges: [alarm],
    async look() {
      const alarms = await alarmsOf();
      for (const kind of KINDS) alarm.set({ kind }, yesOrNo(alarms.some((one) => one.kind === kind)));
    },
  };
}
