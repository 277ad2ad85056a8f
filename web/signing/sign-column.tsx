import { lazy, type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from "react";
import type { SignReceipt } from "../../contract/signing.ts";
import { keepThanks } from "./keep-thanks.ts";
import { learnThanks } from "./messages.ts";
import type { LoadedSigning, SignPageAnswer, TypedSignature } from "./sign-action.ts";
import { SignForm } from "./sign-form.tsx";

/** Fetched once somebody begins to type: the page itself does not wait for it. */
const fetchThankYou = () => Promise.all([import("./thank-you.tsx"), learnThanks()]);
const ThankYou = lazy(() => fetchThankYou().then(([file]) => ({ default: file.ThankYou })));

type Shown = { form: TypedSignature } | { thanks: SignReceipt };

export function SignColumn({
  loaded,
  answer,
  instead,
  above,
  below,
  afterThanks,
}: {
  loaded: LoadedSigning;
  answer?: SignPageAnswer;
  instead: ((notTaken: string | null) => ReactNode) | null;
  /** What one signs. */
  above: ReactNode;
  /** At the foot of the sheet, after all that signing takes. */
  below: ReactNode;
  afterThanks: ReactNode;
}) {
  const column = useRef<HTMLDivElement>(null);
  useOwnHeight(column);
  const [shown, setShown] = useState<Shown | null>(null);

  const receipt = shown ? ("thanks" in shown ? shown.thanks : null) : receiptGiven(loaded.receipt, answer);
  const changeAddress = ({ fullName, email, visibility }: SignReceipt) => {
    keepThanks(false);
    setShown({ form: { fullName, email, visibility, gdprConsent: false } });
  };

  return (
    <div className="sign-column" ref={column} onInput={fetchEarly}>
      {receipt ? (
        <Suspense>
          <ThankYou
            receipt={receipt}
            now={shown ? receipt.signedAt : answer?.outcome === "thanks" ? answer.now : loaded.now}
            notice={!shown && answer?.outcome === "thanks" ? answer.message : null}
            onChangeAddress={() => changeAddress(receipt)}
            after={afterThanks}
          />
        </Suspense>
      ) : instead && !shown ? (
        instead(answer?.outcome === "form" ? answer.message : null)
      ) : (
        <SignForm
          above={above}
          below={below}
          loaded={loaded}
          typed={shown && "form" in shown ? shown.form : null}
          answer={!shown && answer?.outcome === "form" ? answer : null}
          onSigned={(thanks) => startTransition(() => setShown({ thanks }))}
        />
      )}
    </div>
  );
}

/** Where it fails now, it is tried again when it is needed. */
function fetchEarly(): void {
  fetchThankYou().catch(() => {});
}

function receiptGiven(receipt: SignReceipt | null, answer: SignPageAnswer | undefined): SignReceipt | null {
  if (answer) return answer.outcome === "thanks" ? answer.receipt : null;
  return receipt;
}

/** The column is taller than most windows: it scrolls until its foot shows and then stays, for which the style sheet asks its height. */
function useOwnHeight(column: { current: HTMLElement | null }): void {
  useEffect(() => {
    if (!column.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) document.documentElement.style.setProperty("--sign-height", `${Math.ceil(entry.contentRect.height)}px`);
    });
    observer.observe(column.current);
    return () => observer.disconnect();
  }, [column]);
}
