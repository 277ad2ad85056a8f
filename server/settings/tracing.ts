/** Names and values are those of OpenTelemetry, as all its SDKs read them. */
import { understood } from "./kinds.ts";

export const SAMPLERS = [
  ...(["always_on", "always_off", "traceidratio"] as const),
  ...(["parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio"] as const),
] as const;
type Sampler = (typeof SAMPLERS)[number];

export interface Sampling {
  /** Of what nobody else has decided about: 0 to 1. */
  share: number;
  /** What a proxy has decided for its trace holds. */
  followsParent: boolean;
}

export interface Tracing {
  /** Without a trailing slash; what follows is `/v1/traces`. */
  endpoint: string;
  service: string;
  sampling: Sampling;
}

export function samplingOf(sampler: Sampler, share: number): Sampling {
  const fixed = sampler.endsWith("_on") ? 1 : sampler.endsWith("_off") ? 0 : null;
  return { share: fixed ?? share, followsParent: sampler.startsWith("parentbased_") };
}

export function share() {
  return understood(
    (given) => (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(given) ? Number(given) : undefined),
    "must be a share from 0 to 1, such as 0.05.",
  );
}

/** `name=value,name=value`, values percent-encoded. The refusal must not repeat a token. */
export function headers() {
  return understood((given) => {
    const pairs = given.split(",").map((one) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(one));
    try {
      return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.toLowerCase() ?? "", decodeURIComponent(pair?.[2] ?? "%")]));
    } catch {
      return undefined;
    }
  }, "must be headers as name=value, separated by commas, with values percent-encoded.");
}
