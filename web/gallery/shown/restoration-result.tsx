import { RestorationResult } from "../../withdrawal/restoration-result.tsx";
import { useMade } from "../made.ts";
import { LONG_NAME, NOW } from "../people.ts";
import type { Entry } from "../state.ts";

function Offer({ names = ["Anna Bergmüller"], isConfirmed = true }: { names?: string[]; isConfirmed?: boolean }) {
  const { texts } = useMade();
  const entries = names.map((fullName) => ({ fullName, visibility: "public" as const, enteredAt: NOW }));
  return (
    <RestorationResult result={{ outcome: "open", entries, chosen: 0, expiresAt: NOW, isConfirmed, texts }} token="gallery" />
  );
}

export default {
  place: "result",
  states: {
    offered: () => <Offer />,
    "offered before it was confirmed": () => <Offer isConfirmed={false} />,
    "several entries": () => <Offer names={["Anna Bergmüller", LONG_NAME]} isConfirmed={false} />,
    "long name": () => <Offer names={[LONG_NAME]} />,
    restored: () => <RestorationResult result={{ outcome: "restored", isHeld: false }} token="gallery" />,
    "restored into quarantine": () => <RestorationResult result={{ outcome: "restored", isHeld: true }} token="gallery" />,
    "signed anew": () => <RestorationResult result={{ outcome: "signed-anew" }} token="gallery" />,
    used: () => <RestorationResult result={{ outcome: "used" }} token="gallery" />,
    expired: () => <RestorationResult result={{ outcome: "expired" }} token="gallery" />,
    "the petition has ended": () => <RestorationResult result={{ outcome: "ended" }} token="gallery" />,
  },
} satisfies Entry;
