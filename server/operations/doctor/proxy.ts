import { isIP } from "node:net";
import type { Configuration } from "../../platform/config/configuration.ts";
import { isLoopback } from "../../platform/visitor.ts";
import { type Finding, fault, orGood, unseen } from "./finding.ts";
import { FORGED, type Reached } from "./reaching.ts";

/** What the site makes of `X-Forwarded-For`: asked through its public address, as everybody is and with a forged header. */
export interface ProxyAsked {
  plain: Reached;
  forged: Reached;
  isSecure: boolean;
  /** `TRUST_PROXY`, as these settings have it. */
  trust: Configuration["trustProxy"];
}

/** Another paper's address: of somebody who is no proxy of ours. */
const STRANGER = "192.0.2.77";

/** The rules of docs/operating/first-day.md, "The proxy". */
export function proxyIsBelievedRightly({ plain, forged, isSecure, trust }: ProxyAsked): Finding[] {
  if (plain.outcome !== "answered" || forged.outcome !== "answered")
    return [unseen("not looked at, since the site was not reached from outside.", "Mend that first.")];
  const { address, peer, isForwarded, forwardedFor } = plain.arrival;
  // Whoever asks from a proxy's own machine may be believed there; a stranger in our place may not.
  if (forged.arrival.address === FORGED && trust?.(STRANGER, forwardedFor.length))
    return [
      fault(
        "a forged X-Forwarded-For is believed: whoever sends one has no limits.",
        "Name fewer proxies in TRUST_PROXY, or let the first proxy replace the header instead of passing it on.",
      ),
    ];
  if (!isForwarded)
    return isSecure
      ? [
          fault(
            "the proxy sends no X-Forwarded-For: all visitors share one limit.",
            "Let it send X-Forwarded-For, and name it in TRUST_PROXY.",
          ),
        ]
      : orGood([], "none stands in front.");
  const [first] = forwardedFor;
  if (isIP(first ?? "") === 0)
    return [
      fault(
        "the proxy sends no address in X-Forwarded-For, and Forwarded and X-Real-IP are not believed.",
        "Let it send X-Forwarded-For, and name it in TRUST_PROXY.",
      ),
    ];
  const isNamed = trust?.(peer, 0) ?? false;
  if (address === first && isNamed) return orGood([], `${address} was seen as the asker, also with a forged X-Forwarded-For.`);
  if (address === peer || !isNamed)
    return [
      fault(
        `TRUST_PROXY does not name the proxy at ${peer}: all visitors share one limit.`,
        `Set TRUST_PROXY to ${isLoopback(peer) ? "loopback" : peer}, and start the site again.`,
      ),
    ];
  return [
    fault(
      `${forwardedFor.length} proxies stand in front, and TRUST_PROXY names fewer: ${address}, one of them, is taken for the visitor.`,
      `Set TRUST_PROXY to the addresses of all of them, or to ${forwardedFor.length} if nobody can go around them.`,
    ),
  ];
}
