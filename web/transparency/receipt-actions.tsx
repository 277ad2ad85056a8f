import type { FormEvent } from "react";
import type { OwnReceipt } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { TokenForm } from "../token-page/token-form.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { handOverReceipt } from "./hand-over.ts";
import { receiptFile } from "./receipt-file.ts";

export function ReceiptActions({ own, token }: { own: OwnReceipt | null; token: string }) {
  const t = useTranslations();
  const isAlive = useHydrated();
  // The form posts where the page's script does not run.
  const saveHere = (event: FormEvent) => {
    event.preventDefault();
    if (own) save(receiptFile(own));
  };
  return (
    <>
      <div className="links">
        <a href={`${pageIn(useLanguage(), "transparency")}#pruefen`} onClick={() => own && handOverReceipt(own.receipt)}>
          {t("receipt.check")}
        </a>
        <TokenForm page="personalDownload" token={token} intent="receipt" onSubmit={saveHere}>
          <Button kind="quiet" type="submit" aria-describedby="receipt-warning">
            {t("receipt.save")}
          </Button>
        </TokenForm>
        {isAlive && (
          <Button kind="quiet" onClick={printReceipt}>
            {t("receipt.print")}
          </Button>
        )}
      </div>
      <p id="receipt-warning" className="small soft mt-1">
        {t("receipt.warning")}
      </p>
    </>
  );
}

function save({ name, json }: { name: string; json: string }): void {
  const address = URL.createObjectURL(new Blob([json], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser has yet to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Of the page nothing but the receipt. */
function printReceipt(): void {
  const { dataset } = document.documentElement;
  dataset.prints = "receipt";
  window.addEventListener("afterprint", () => delete dataset.prints, { once: true });
  window.print();
}
