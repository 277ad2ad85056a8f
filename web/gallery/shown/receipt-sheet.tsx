import type { OwnReceipt } from "../../../contract/transparency.ts";
import { COMMITMENT_LABEL } from "../../../petition/transparency/receipt.ts";
import { ReceiptSheet } from "../../transparency/receipt-sheet.tsx";
import { SITE } from "../people.ts";
import type { Entry } from "../state.ts";

const HASH = "0f".repeat(32);

function receiptOf(number: number): OwnReceipt {
  const opening = {
    ...{ label: COMMITMENT_LABEL, salt: "0f".repeat(16), id: "00000000-0000-4000-8000-000000000001" },
    ...{ address: "anna@example.org", consentVersion: HASH, petitionVersion: HASH },
  };
  const entry = `{"kind":"added","reason":"confirmed","hour":"2026-11-22T11:00Z","commitment":"${HASH}"}`;
  const log = { origin: "petition.example/log", key: "petition.example/log+0f0f0f0f+key", size: number, index: number - 1 };
  return { number, code: "4F7K-2M9X-PQ", receipt: { ...log, opening, entry, proof: [], checkpoint: "" } };
}

function Sheet({ number, isOnOwnPage = false }: { number: number; isOnOwnPage?: boolean }) {
  const given = { outcome: "receipt", ...receiptOf(number) } as const;
  return <ReceiptSheet token="gallery" given={given} publicUrl={SITE} isOnOwnPage={isOnOwnPage} />;
}

export default {
  place: "result",
  states: {
    waiting: () => <ReceiptSheet token="gallery" given={{ outcome: "waiting" }} publicUrl={SITE} />,
    there: () => <Sheet number={12_431} />,
    "on one's own page": () => <Sheet number={12_431} isOnOwnPage />,
    "the first": () => <Sheet number={1} />,
    "one of millions": () => <Sheet number={6_103_056} />,
    "not counted": () => <ReceiptSheet token="gallery" given={{ outcome: "none" }} publicUrl={SITE} />,
  },
} satisfies Entry;
