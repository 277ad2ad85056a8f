import { RestorationResult } from "../../withdrawal/restoration-result.tsx";
import { useMade } from "../made.ts";
import { LONG_NAME, NOW } from "../people.ts";
import type { Entry } from "../state.ts";

function Offer({ fullName = "Anna Bergmüller", isConfirmed = true }: { fullName?: string; isConfirmed?: boolean }) {
  const { texts } = useMade();
  const signature = { fullName, visibility: "public" } as const;
  return <RestorationResult result={{ outcome: "open", signature, expiresAt: NOW, isConfirmed, texts }} token="gallery" />;
}

export default {
  place: "result",
  states: {
    offered: () => <Offer />,
    "offered before it was confirmed": () => <Offer isConfirmed={false} />,
    "long name": () => <Offer fullName={LONG_NAME} />,
    restored: () => <RestorationResult result={{ outcome: "restored", isHeld: false }} token="gallery" />,
    "restored into quarantine": () => <RestorationResult result={{ outcome: "restored", isHeld: true }} token="gallery" />,
    "signed anew": () => <RestorationResult result={{ outcome: "signed-anew" }} token="gallery" />,
    used: () => <RestorationResult result={{ outcome: "used" }} token="gallery" />,
    expired: () => <RestorationResult result={{ outcome: "expired" }} token="gallery" />,
    "the petition has ended": () => <RestorationResult result={{ outcome: "ended" }} token="gallery" />,
  },
} satisfies Entry;
