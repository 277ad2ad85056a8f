import { ConfirmationResult } from "../../confirmation/confirmation-result.tsx";
import type { ConfirmationView } from "../../confirmation/confirmation-view.ts";
import { useTranslations } from "../../translation.tsx";
import { LONG_NAME } from "../people.ts";
import type { Entry } from "../state.ts";

const ANNA = { fullName: "Anna Bergmüller", listedAs: "Anna Bergmüller", onHold: false };

function Result({
  view,
  signedAs = null,
  mayWait = false,
}: {
  view: ConfirmationView;
  signedAs?: typeof ANNA | null;
  mayWait?: boolean;
}) {
  return (
    <ConfirmationResult
      view={view}
      token="gallery"
      mayWait={mayWait}
      signedAs={signedAs}
      takesFocus={false}
      onConfirm={() => {}}
      receiptBehind={() => null}
      keptSheet={null}
      meanwhile={null}
    />
  );
}

function confirmedAs(signedAs: typeof ANNA, mayWait = false) {
  const view: ConfirmationView = { outcome: "confirmed", message: null, personalLink: "/", signedAs };
  return () => <Result view={view} mayWait={mayWait} />;
}

export default {
  place: "result",
  states: {
    "asking for a press": () => <Result view={{ outcome: "asking" }} signedAs={ANNA} />,
    "under way": () => <Result view={{ outcome: "verifying" }} signedAs={ANNA} />,
    confirmed: confirmedAs(ANNA),
    "confirmed, and may wait": confirmedAs(ANNA, true),
    "the name is looked at first": confirmedAs({ ...ANNA, onHold: true }),
    "long name": confirmedAs({ fullName: LONG_NAME, listedAs: LONG_NAME, onHold: false }),
    "confirmed before": () => <Result view={{ outcome: "already_confirmed", message: null }} />,
    expired: () => <Result view={{ outcome: "expired", message: null, hint: null }} />,
    unknown: () => <Result view={{ outcome: "unknown", message: useTranslations()("withdrawal.link.expired.message") }} />,
    "without a link": () => <Result view={{ outcome: "no-token" }} />,
    failed: () => <Result view={{ outcome: "failed", message: null }} />,
    "an answer that nobody understands": () => <Result view={{ outcome: "unexpected" }} />,
  },
} satisfies Entry;
