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
      <p>{withoutSlash(publicUrl) + pageIn(useLanguage(), "home")}</p>
    </div>
  );
}

export function PrintedFoot({ own, publicUrl }: { own: OwnReceipt; publicUrl: string }) {
  const t = useTranslations();
  const { dateTime } = useFormat();
  const hour = readEntry(own.receipt.entry)?.hour;
  const address = withoutSlash(publicUrl) + pageIn(useLanguage(), "transparency");
  return (
    <div className="printed" aria-hidden="true">
      {hour && <p>{t("receipt.printed.since", { date: dateTime(hour, { dateStyle: "long", timeZone: "UTC" }) })}</p>}
      <p>{t("receipt.printed.how", { address, file: receiptFile(own).name })}</p>
    </div>
  );
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
