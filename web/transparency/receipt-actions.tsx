import type { FormEvent } from "react";
import type { OwnReceipt } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { saveAs } from "../save-as.ts";
import { TokenForm } from "../token-page/token-form.tsx";
import { Kept, useLanguage, useTranslations } from "../translation.tsx";
import { handOverReceipt } from "./hand-over.ts";
import { printReceipt } from "./print-receipt.ts";
import { receiptFile } from "./receipt-file.ts";

export function ReceiptActions({ own, token }: { own: OwnReceipt | null; token: string }) {
  const t = useTranslations();
  // The form posts where the page's script does not run.
  const saveHere = (event: FormEvent) => {
    event.preventDefault();
    if (!own) return;
    const { name, json } = receiptFile(own);
    saveAs(name, new Blob([json], { type: "application/json" }));
  };
  return (
    <>
      <div className="links">
        <TokenForm page="personalDownload" token={token} intent="receipt" onSubmit={saveHere}>
          <Button kind="quiet" type="submit" aria-describedby="receipt-warning">
            {t("receipt.save")}
          </Button>
        </TokenForm>
        <PrintReceipt />
        <a href={`${pageIn(useLanguage(), "transparency")}#pruefen`} onClick={() => own && handOverReceipt(own.receipt)}>
          {t("receipt.check")}
        </a>
      </div>
      <p id="receipt-warning" className="small soft mt-1">
        <Kept>{t("receipt.warning")}</Kept>
      </p>
    </>
  );
}

export function PrintReceipt() {
  const t = useTranslations();
  if (!useHydrated()) return null;
  return (
    <Button kind="quiet" onClick={printReceipt}>
      {t("receipt.print")}
    </Button>
  );
}
