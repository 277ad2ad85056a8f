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
  afterThanks,
}: {
  loaded: LoadedSigning;
  answer?: SignPageAnswer;
  instead: ((notTaken: string | null) => ReactNode) | null;
  above: ReactNode;
  afterThanks: ReactNode;
}) {
  const column = useRef<HTMLDivElement>(null);
  useOwnHeight(column);
  const [shown, setShown] = useState<Shown | null>(null);

  const thanks = shown ? thanksShown(shown) : answer ? thanksIn(answer) : loaded.thanks;
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
    <div className="sign-column" ref={column} onInput={fetchEarly}>
      {thanks ? (
        <Suspense>
          <ThankYou
            receipt={thanks.receipt}
            now={thanks.now}
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
          typed={shown && "form" in shown ? shown.form : null}
          answer={!shown && answer?.outcome === "form" ? answer : null}
          onSigned={thank}
        />
      )}
    </div>
  );
}

/** A failure is not shown: the file is not needed yet. */
function fetchEarly(): void {
  fetchThankYou().catch(() => {});
}

function thanksShown(shown: Shown): LoadedSigning["thanks"] {
  return "thanks" in shown ? { receipt: shown.thanks, now: shown.thanks.signedAt } : null;
}

function thanksIn(answer: SignPageAnswer): LoadedSigning["thanks"] {
  return answer.outcome === "thanks" ? answer : null;
}

/** The column is taller than most windows. The style sheet needs its height to keep its end in sight. */
function useOwnHeight(column: { current: HTMLElement | null }): void {
  useEffect(() => {
    const { current } = column;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => {
      // On the column alone: on the root, the browser would compute the style of every element again.
      if (entry) current.style.setProperty("--sign-height", `${Math.ceil(entry.contentRect.height)}px`);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [column]);
}
