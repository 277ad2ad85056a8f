import type { ReactNode } from "react";
import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { Numeral } from "../design/numeral.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { PrintedFoot, PrintedHead } from "./printed.tsx";
import { ReceiptActions } from "./receipt-actions.tsx";
import { SealDrawing } from "./seal-drawing.tsx";
import { useReceipt } from "./use-receipt.ts";

/** `token`: of one's own page. */
export function ReceiptSheet({
  token,
  given,
  publicUrl,
  isOnOwnPage = false,
}: {
  token: string;
  given: ReceiptOutcome | null;
  publicUrl: string;
  isOnOwnPage?: boolean;
}) {
  const t = useTranslations();
  const isAlive = useHydrated();
  const view = useReceipt(token, given);
  switch (view.state) {
    case "none":
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
      return <Receipt own={null} token={token} publicUrl={publicUrl} printsAlone={false} />;
    case "receipt":
      return <Receipt own={view} token={token} publicUrl={publicUrl} printsAlone={!isOnOwnPage} />;
  }
}

const AS_LONG_AS_A_CODE = "0000-0000-00";

/** While there is none yet (`own` null) it keeps its room. */
function Receipt({
  own,
  token,
  publicUrl,
  printsAlone,
}: {
  own: OwnReceipt | null;
  token: string;
  publicUrl: string;
  printsAlone: boolean;
}) {
  const t = useTranslations();
  const format = useFormat();
  const unseen = own ? undefined : "invisible";
  return (
    <div className={printsAlone ? "own-receipt alone" : "own-receipt"}>
      <PrintedHead publicUrl={publicUrl} />
      <div role="status">
        <figure className="seal" aria-hidden={own === null}>
          {own ? <SealDrawing code={own.code} /> : <span className="seal-place" />}
          <figcaption className={unseen}>
            <span className="soft">{t("receipt.number")}</span> <Numeral value={format.number(own?.number ?? 0)} />{" "}
            <span className="code tab">{t("receipt.code", { code: own?.code ?? AS_LONG_AS_A_CODE })}</span>
          </figcaption>
        </figure>
        <div className="in-one-place">
          <p className={own ? "soft" : "soft invisible"}>{t("receipt.note")}</p>
          {!own && <p>{t("receipt.waiting")}</p>}
        </div>
      </div>
      <div className={unseen}>
        <ReceiptActions own={own} token={token} />
      </div>
      {own && <PrintedFoot own={own} publicUrl={publicUrl} />}
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
