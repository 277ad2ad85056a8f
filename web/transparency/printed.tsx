/** What the receipt needs on paper, and nobody on the page. */
import type { OwnReceipt } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { readEntry } from "../../petition/transparency/entry.ts";
import { Mark } from "../frame/mark.tsx";
import { useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { receiptFile } from "./receipt-file.ts";

export function PrintedHead({ publicUrl }: { publicUrl: string }) {
  return (
    <div className="printed" aria-hidden="true">
      <Mark />
      <p>{publicUrl + pageIn(useLanguage(), "home")}</p>
    </div>
  );
}

/** Null where only number and code are known. */
export function PrintedFoot({ receipt, publicUrl }: { receipt: OwnReceipt | null; publicUrl: string }) {
  const t = useTranslations();
  const { dateTime } = useFormat();
  const address = publicUrl + pageIn(useLanguage(), "transparency");
  if (!receipt) return null;
  const hour = readEntry(receipt.receipt.entry)?.hour;
  return (
    <div className="printed" aria-hidden="true">
      {hour && <p>{t("receipt.printed.since", { date: dateTime(hour, { dateStyle: "long", timeZone: "UTC" }) })}</p>}
      <p>{t("receipt.printed.how", { address, file: receiptFile(receipt).name })}</p>
    </div>
  );
}
