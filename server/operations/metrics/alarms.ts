import type { Brake } from "../../ledger/erasure/brake.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import type { ProxyWatch } from "../../platform/http/proxy-watch.ts";
import { gauge, type Subject, yesOrNo } from "./gauges.ts";

export interface AlarmsTools {
  configuration: Pick<Configuration, "placeholders">;
  brake: Pick<Brake, "alarm">;
  proxyWatch: Pick<ProxyWatch, "read">;
}

/** What the administration shows above everything, and no other subject has. */
export function alarms({ configuration, brake, proxyWatch }: AlarmsTools): Subject {
  const unnamed = gauge(
    "petition_proxy_unnamed",
    "1 where requests come through a proxy that TRUST_PROXY does not name, or whose header holds no address, else 0",
  );
  const braked = gauge(
    "petition_delete_brake",
    "1 while so many are erased that requests only send links (DELETE_BRAKE), else 0",
  );
  const placeholders = gauge("petition_placeholders", "Fields of petition.config.ts that nobody has filled in yet");
  return {
    gauges: [unnamed, braked, placeholders],
    async look() {
      braked.set(yesOrNo((await brake.alarm()) !== null));
      unnamed.set(yesOrNo((await proxyWatch.read()) !== null));
      placeholders.set(configuration.placeholders.length);
    },
  };
}
