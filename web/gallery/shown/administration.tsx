import type { AdminSignatureList, AdminStats } from "../../../contract/administration/signatures.ts";
import { Administration } from "../../administration/administration.tsx";
import { askWith } from "../../administration/ask.ts";
import { useHydrated } from "../../frame/use-hydrated.ts";
import { LONG_NAME, NOW, signature, statsAt } from "../people.ts";
import type { Entry } from "../state.ts";

const MANY: AdminStats = {
  ...statsAt(12_431),
  ...{ pendingCount: 212, todaySignatures: 431, yesterdayByNow: 380, failedMails: 3, namesOnHold: 2 },
  recentSignatures: [signature(0), signature(1, { fullName: LONG_NAME }), signature(2)],
  antiSpam: { totalTrackedIPs: 9_000, blockedIPs: 12, suspiciousActivity: 4 },
  ...{ confirmationLifetime: 86_400_000, collection: "open" },
  ending: { handedOverOn: null, erasedBy: null, isDue: false, endedAt: null, erasedAt: null },
};

const NONE: AdminStats = {
  ...{ ...MANY, ...statsAt(0), recentSignatures: [], antiSpam: { totalTrackedIPs: 0, blockedIPs: 0, suspiciousActivity: 0 } },
  ...{ pendingCount: 0, todaySignatures: 0, yesterdayByNow: 0, failedMails: 0, namesOnHold: 0 },
};

const ENDED: AdminStats = { ...MANY, collection: "closed", ending: { ...MANY.ending, isDue: true, endedAt: NOW } };

const LIST: AdminSignatureList = {
  signatures: Array.from({ length: 20 }, (_, place) => signature(place)),
  total: 12_431,
  totalIsExact: true,
  next: null,
  searchedTo: null,
};

/** As on its page, in the browser alone: it says when its figures came. */
function Screen({ stats }: { stats: AdminStats }) {
  return useHydrated() ? <Administration ask={askWith("gallery")} given={stats} onLeave={() => {}} /> : null;
}

export default {
  place: "none",
  states: {
    loading: () => <Screen stats={MANY} />,
    many: { Show: () => <Screen stats={MANY} />, answers: { "/api/admin/signatures": LIST } },
    "nobody yet": { Show: () => <Screen stats={NONE} />, answers: { "/api/admin/signatures": { signatures: [], total: 0 } } },
    "without an answer": {
      Show: () => <Screen stats={MANY} />,
      answers: { "/api/admin/signatures": new TypeError("Failed to fetch") },
    },
    ended: { Show: () => <Screen stats={ENDED} />, answers: { "/api/admin/signatures": { signatures: [], total: 0 } } },
  },
} satisfies Entry;
