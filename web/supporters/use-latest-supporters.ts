import type { LatestSupporter } from "../../contract/supporters.ts";
import { useLanguage } from "../translation.tsx";
import { type Given, type Polled, usePolled } from "../use-polled.ts";

const LATEST_EVERY = 60_000;

export function useLatestSupporters(given: Given<LatestSupporter[]>): Polled<LatestSupporter[]> {
  const language = useLanguage();
  const [latest] = usePolled<LatestSupporter[]>(`/api/petition/supporters?lang=${language}`, LATEST_EVERY, given);
  return latest;
}
