import { VERSION } from "../../platform/version.ts";
import { gauge, type Subject } from "./gauges.ts";

export function build(): Subject {
  const info = gauge("petition_build_info", "Always 1; the release stands in the label", ["version"]);
  return { gauges: [info], look: () => info.set({ version: VERSION }, 1) };
}
