import type { PersonalData, PersonalOutcome } from "../../../contract/personal.ts";
import { LinkRequest, PersonalResult } from "../../personal/personal-result.tsx";
import { NameInList } from "../../signing/name-in-list.tsx";
import { useTranslations } from "../../translation.tsx";
import { LONG_NAME } from "../people.ts";
import type { Entry } from "../state.ts";

const ANNA = { fullName: "Anna Bergmüller", visibility: "public" } as const;

function useData(given: Partial<PersonalData>): PersonalData {
  const t = useTranslations();
  const label = t("signing.form.fullName");
  const entry = { label, value: [given.fullName ?? ANNA.fullName], why: t("signing.form.publicHint"), until: "2026-12-22" };
  return { ...ANNA, nameHidden: null, held: null, stored: [{ title: t("personal.title"), entries: [entry] }], ...given };
}

function Own({ data: given = {}, ...outcome }: { outcome?: "open" | "changed"; data?: Partial<PersonalData> }) {
  return <Result result={{ outcome: outcome.outcome ?? "open", data: useData(given) }} />;
}

function Result({ result }: { result: PersonalOutcome }) {
  return (
    <PersonalResult
      result={result}
      token="gallery"
      deleteBy="request"
      isEnded={false}
      visibilityField={(entry, begin) => <NameInList entry={entry} begin={begin} />}
      receiptSheet={null}
    />
  );
}

function Refused() {
  const typed = { ...ANNA, fullName: "A" };
  return <Result result={{ outcome: "refused", fault: "too-short", typed, data: useData({}) }} />;
}

function TooMany() {
  return <Result result={{ outcome: "too-many-acts", retryAfter: 600, typed: null, data: useData({}) }} />;
}

export default {
  place: "result",
  states: {
    open: () => <Own />,
    changed: () => <Own outcome="changed" />,
    refused: Refused,
    "too often": TooMany,
    "in quarantine": () => <Own data={{ held: { reasons: [useTranslations()("suspicion.reason.network")] } }} />,
    "the name is hidden": () => <Own data={{ nameHidden: "by-administrator" }} />,
    "long name": () => <Own data={{ fullName: LONG_NAME }} />,
    erased: () => <Result result={{ outcome: "erased" }} />,
    gone: () => <Result result={{ outcome: "gone" }} />,
    expired: () => <Result result={{ outcome: "expired" }} />,
    unknown: () => <Result result={{ outcome: "unknown" }} />,
    "without a link": () => <LinkRequest answer={null} isEnded={false} />,
  },
} satisfies Entry;
