import { useEffect } from "react";
import type { PetitionStats } from "../../contract/supporters.ts";
import { type Given, type Polled, usePolled } from "../use-polled.ts";

const STATS_EVERY = 30_000;

const SIGNED = "petition:signed";

export function useStats(given: Given<PetitionStats>): Polled<PetitionStats> {
  const [stats, refresh] = usePolled<PetitionStats>("/api/petition/stats", STATS_EVERY, given);
  useEffect(() => {
    window.addEventListener(SIGNED, refresh);
    return () => window.removeEventListener(SIGNED, refresh);
  });
  return stats;
}
