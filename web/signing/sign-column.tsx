import { lazy, type ReactNode, Suspense, startTransition, useState } from "react";
import type { SignReceipt } from "../../contract/signing.ts";
import { learnThanks } from "./messages.ts";
import type { LoadedSigning, SignPageAnswer, TypedSignature } from "./sign-action.ts";
import { SignForm } from "./sign-form.tsx";
import { keepThanks } from "./use-sign-form.ts";

/** Fetched once somebody begins to type; that this failed is not shown, since it is not needed yet. */
const fetchThankYou = () => Promise.all([import("./thank-you.tsx"), learnThanks()]);
const ThankYou = lazy(() => fetchThankYou().then(([file]) => ({ default: file.ThankYou })));

type Shown = { form: TypedSignature; thanks?: never } | { form?: never; thanks: SignReceipt };

interface SignColumnProps {
  loaded: LoadedSigning;
  answer?: SignPageAnswer;
  instead: ((notTaken: string | null) => ReactNode) | null;
  above: ReactNode;
  afterThanks: ReactNode;
}

export function SignColumn({ loaded, answer, instead, above, afterThanks }: SignColumnProps) {
  const [shown, setShown] = useState<Shown | null>(null);

  const thanks = thanksOf(shown, answer, loaded);
  const changeAddress = ({ fullName, email, visibility }: SignReceipt) => {
    keepThanks(false);
    setShown({ form: { fullName, email, visibility, gdprConsent: false } });
  };

  /** Chromium does not fetch a file again that failed while somebody typed: after a reload the page thanks by itself. */
  async function thank(thanks: SignReceipt): Promise<void> {
    await fetchThankYou().then(
      () => startTransition(() => setShown({ thanks })),
      () => location.reload(),
    );
  }

  return (
    <div className="sign-column" onInput={fetchEarly}>
      {thanks ? (
        <Suspense>
          <ThankYou
            receipt={thanks.receipt}
            now={thanks.now}
            left={shown ? loaded.confirmationLifetime : Date.parse(thanks.receipt.expiresAt) - Date.parse(thanks.now)}
            notice={!shown && answer?.outcome === "thanks" ? answer.message : null}
            onChangeAddress={() => changeAddress(thanks.receipt)}
            after={afterThanks}
          />
        </Suspense>
      ) : instead && !shown ? (
        instead(answer?.outcome === "form" ? answer.message : null)
      ) : (
        <SignForm
          above={above}
          loaded={loaded}
          typed={shown?.form ?? null}
          answer={!shown && answer?.outcome === "form" ? answer : null}
          onSigned={thank}
        />
      )}
    </div>
  );
}

function fetchEarly(): void {
  fetchThankYou().catch(() => {});
}

function thanksOf(shown: Shown | null, answer: SignPageAnswer | undefined, loaded: LoadedSigning): LoadedSigning["thanks"] {
  if (shown) return shown.thanks ? { receipt: shown.thanks, now: shown.thanks.signedAt } : null;
  if (answer) return answer.outcome === "thanks" ? answer : null;
  return loaded.thanks;
}
