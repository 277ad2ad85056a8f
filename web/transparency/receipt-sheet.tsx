import { type ReactNode, useEffect } from "react";
import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { useHydrated } from "../frame/use-hydrated.ts";
import type { SheetInShort } from "../remembered-sheet.ts";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import { PostSheet } from "./post-sheet.tsx";
import { PrintedFoot, PrintedHead } from "./printed.tsx";
import { ReceiptActions } from "./receipt-actions.tsx";
import { RememberSheet } from "./remember-sheet.tsx";
import { SealAndNumber } from "./seal-and-number.tsx";
import { useReceipt } from "./use-receipt.ts";

/** `token`: of one's own page. */
export function ReceiptSheet({
  token,
  given,
  publicUrl,
  isOnOwnPage = false,
  onReceipt,
  onGone,
}: {
  token: string;
  given: ReceiptOutcome | null;
  publicUrl: string;
  isOnOwnPage?: boolean;
  onReceipt?(sheet: SheetInShort): void;
  /** The signature has been erased meanwhile. */
  onGone?(): void;
}) {
  const t = useTranslations();
  const isAlive = useHydrated();
  const view = useReceipt(token, given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once of each state, whoever listens
  useEffect(() => {
    if (view.state === "receipt") onReceipt?.(view);
    if (view.state === "gone") onGone?.();
  }, [view]);
  switch (view.state) {
    case "none":
    case "gone":
      return <Sentence>{t("receipt.none")}</Sentence>;
    case "late":
      return (
        <Sentence>
          <ToOwnPage of="receipt.late" token={token} />
        </Sentence>
      );
    case "waiting":
      // Nobody asks again where the page's script does not run.
      if (!isAlive)
        return <Sentence>{isOnOwnPage ? t("receipt.reload") : <ToOwnPage of="receipt.elsewhere" token={token} />}</Sentence>;
      return <Receipt own={null} token={token} publicUrl={publicUrl} isOnOwnPage={isOnOwnPage} />;
    case "receipt":
      return <Receipt own={view} token={token} publicUrl={publicUrl} isOnOwnPage={isOnOwnPage} />;
  }
}

/** While there is none yet (`own` null) it keeps its room. */
function Receipt({
  own,
  token,
  publicUrl,
  isOnOwnPage,
}: {
  own: OwnReceipt | null;
  token: string;
  publicUrl: string;
  isOnOwnPage: boolean;
}) {
  const t = useTranslations();
  const isAlive = useHydrated();
  return (
    <div className={own && !isOnOwnPage ? "own-receipt alone" : "own-receipt"}>
      <PrintedHead publicUrl={publicUrl} />
      <div role="status">
        <SealAndNumber sheet={own} />
        <div className="in-one-place">
          <p className={own ? "soft" : "soft invisible"}>{t("receipt.note")}</p>
          {!own && <p>{t("receipt.waiting")}</p>}
        </div>
      </div>
      <div className={own ? "sheet-acts" : "sheet-acts invisible"}>
        {isAlive && <PostSheet sheet={own} publicUrl={publicUrl} />}
        <ReceiptActions own={own} token={token} />
        {isAlive && isOnOwnPage && <RememberSheet sheet={own} />}
      </div>
      {own && <PrintedFoot receipt={own} publicUrl={publicUrl} />}
    </div>
  );
}

function Sentence({ children }: { children: ReactNode }) {
  return (
    <p className="hint-line" role="status">
      {children}
    </p>
  );
}

function ToOwnPage({ of, token }: { of: "receipt.elsewhere" | "receipt.late"; token: string }) {
  const address = `${pageIn(useLanguage(), "personal")}?token=${encodeURIComponent(token)}`;
  return <Text of={of} tags={{ page: (inner) => <a href={address}>{inner}</a> }} />;
}
