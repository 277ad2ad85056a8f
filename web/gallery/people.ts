/** Who and what is shown. The moment is always the same, so that a picture of today is one of tomorrow. */
import type { AdminSignature } from "../../contract/administration/signatures.ts";
import type { LatestSupporter, PetitionStats } from "../../contract/supporters.ts";
import { initialsOf } from "../../petition/supporters.ts";
import type { Given, Polled } from "../use-polled.ts";

export const NOW = "2026-11-22T11:00:00.000Z";
export const SITE = "https://petition.example";

/** Sixty letters and more, as some people are really called. */
export const LONG_NAME = "Maria del Carmen Hernández-Wolfeschlegelsteinhausenbergerdorff y García de la Torre";
export const LONG_ADDRESS = "maria.del.carmen.hernandez-wolfeschlegelsteinhausenbergerdorff@mail.gemeindeverwaltung.example";

const NAMES = ["Anna Bergmüller", "Clara O’Neill", "Ewa Wójtowicz-Żak", "Dieter Kampmann", "Li", "İpek Yılmaz"];

export function supporter(place: number, name = NAMES[place % NAMES.length] ?? ""): LatestSupporter {
  return {
    id: `supporter-${place}`,
    name,
    initials: initialsOf(name),
    timeAgo: "",
    visibility: "public",
    confirmedAt: new Date(Date.parse(NOW) - place * 7 * 60_000).toISOString(),
  };
}

export function signature(place: number, given: Partial<AdminSignature> = {}): AdminSignature {
  return {
    id: `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`,
    fullName: NAMES[place % NAMES.length] ?? "",
    email: `person.${place}@example.org`,
    visibility: place % 3 === 2 ? "private" : "public",
    confirmedAt: NOW,
    locale: "de",
    quarantined: false,
    nameHidden: false,
    nameOnHold: false,
    reasons: [],
    ...given,
  };
}

export function statsAt(signatureCount: number, targetCount = 25_000): PetitionStats {
  return {
    signatureCount,
    targetCount,
    progressPercentage: Math.min(100, (signatureCount / targetCount) * 100),
    remainingSignatures: Math.max(0, targetCount - signatureCount),
  };
}

export function fresh<Answer>(answer: Answer): Polled<Answer> {
  return { answer, at: NOW, outcome: "fresh" };
}

export function none(outcome: "asking" | "failed"): Polled<never> & Given<never> {
  return { answer: null, at: NOW, outcome };
}
