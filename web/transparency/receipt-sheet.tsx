import { type ComponentType, type FormEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { readEntry } from "../../petition/transparency/entry.ts";
import { Button } from "../design/button.tsx";
import { Mark } from "../frame/mark.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { forgetRememberedSheet, rememberSheet, type SheetInShort, useRememberedSheet } from "../remembered-sheet.ts";
import { saveAs } from "../save-as.ts";
import { TokenForm } from "../token-page/result.tsx";
import { Kept, Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { keptSheet } from "./kept-sheet.ts";
import { handOverReceipt, receiptFile } from "./receipt-file.ts";
import { SealAndNumber } from "./seal.tsx";
import { useReceipt } from "./use-receipt.ts";

interface Sheet {
  token: string;
  given: ReceiptOutcome | null;
  publicUrl: string;
  isOnOwnPage?: boolean;
  onReceipt?(sheet: SheetInShort): void;
  /** The signature has been erased meanwhile. */
  onGone?(): void;
}

/** `token`: of one's own page. */
export function ReceiptSheet({ token, given, publicUrl, isOnOwnPage = false, onReceipt, onGone }: Sheet) {
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
      // Without script nobody asks again.
      if (!isAlive)
        return <Sentence>{isOnOwnPage ? t("receipt.reload") : <ToOwnPage of="receipt.elsewhere" token={token} />}</Sentence>;
      return <Receipt own={null} token={token} publicUrl={publicUrl} isOnOwnPage={isOnOwnPage} />;
    case "receipt":
      return <Receipt own={view} token={token} publicUrl={publicUrl} isOnOwnPage={isOnOwnPage} />;
  }
}

interface Receiving {
  own: OwnReceipt | null;
  token: string;
  publicUrl: string;
  isOnOwnPage: boolean;
}

function Receipt({ own, token, publicUrl, isOnOwnPage }: Receiving) {
  const t = useTranslations();
  const isAlive = useHydrated();
  return (
    <div className={own && !isOnOwnPage ? "own-receipt alone" : "own-receipt"} data-waiting={own === null || undefined}>
      <PrintedHead publicUrl={publicUrl} />
      <div role="status">
        <SealAndNumber sheet={own} />
        <div className="in-one-place">
          <p className="soft">{t("receipt.note")}</p>
          {!own && <p>{t("receipt.waiting")}</p>}
        </div>
      </div>
      <div className="sheet-acts">
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

/** For the same link in the same tab. `token`: of that link. */
export function KeptSheetShown({ token, publicUrl }: { token: string | null; publicUrl: string }) {
  const isAlive = useHydrated();
  const sheet = useMemo(() => (isAlive ? keptSheet(token) : null), [isAlive, token]);
  if (!sheet) return null;
  return (
    <div className="own-receipt alone">
      <PrintedHead publicUrl={publicUrl} />
      <SealAndNumber sheet={sheet} />
      <div className="sheet-acts">
        <PostSheet sheet={sheet} publicUrl={publicUrl} />
        <div className="links">
          <PrintReceipt />
        </div>
        <RememberSheet sheet={sheet} />
      </div>
      <PrintedFoot receipt={null} publicUrl={publicUrl} />
    </div>
  );
}

function ReceiptActions({ own, token }: { own: OwnReceipt | null; token: string }) {
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
      <p id="receipt-warning" className="small soft">
        <Kept>{t("receipt.warning")}</Kept>
      </p>
    </>
  );
}

function PrintReceipt() {
  const t = useTranslations();
  if (!useHydrated()) return null;
  return (
    <Button kind="quiet" onClick={printReceipt}>
      {t("receipt.print")}
    </Button>
  );
}

interface Made {
  sheet: SheetInShort;
  publicUrl: string;
}

/** The script that draws is loaded on demand. */
function PostSheet({ sheet, publicUrl }: { sheet: SheetInShort | null; publicUrl: string }) {
  const t = useTranslations();
  const [Maker, setMaker] = useState<ComponentType<Made> | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  async function open() {
    const fetched = await import("./picture-maker.tsx").catch(() => null);
    setIsFailed(!fetched);
    if (fetched) setMaker(() => fetched.PictureMaker);
  }
  if (Maker && sheet) return <Maker sheet={sheet} publicUrl={publicUrl} />;
  return (
    <div className="post">
      <Button kind="line" onClick={open}>
        {t("own-sheet.picture.open")}
      </Button>
      <p role="status" className="small">
        {isFailed && t("own-sheet.picture.failed")}
      </p>
    </div>
  );
}

function PrintedHead({ publicUrl }: { publicUrl: string }) {
  return (
    <div className="printed" aria-hidden="true">
      <Mark />
      <p>{publicUrl + pageIn(useLanguage(), "home")}</p>
    </div>
  );
}

function PrintedFoot({ receipt, publicUrl }: { receipt: OwnReceipt | null; publicUrl: string }) {
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

function printReceipt(): void {
  const { dataset } = document.documentElement;
  dataset.prints = "receipt";
  window.addEventListener("afterprint", () => delete dataset.prints, { once: true });
  window.print();
}

/** Nothing stays in the browser unless its owner wants it. */
export function RememberSheet({ sheet }: { sheet: SheetInShort | null }) {
  const t = useTranslations();
  const note = useId();
  const remembered = useRememberedSheet();
  const [isFailed, setIsFailed] = useState(false);
  const isRemembered = sheet !== null && remembered?.code === sheet.code;
  const press = () => {
    if (isRemembered) forgetRememberedSheet();
    else if (sheet) setIsFailed(!rememberSheet(sheet));
  };
  return (
    <div className="remember" data-waiting={sheet === null || undefined}>
      <Button kind="quiet" onClick={press} aria-describedby={note}>
        {t(isRemembered ? "own-sheet.remember.forget" : "own-sheet.remember.button")}
      </Button>
      <p id={note} className="small soft">
        {t("own-sheet.remember.note")}
      </p>
      <p role="status" className="small">
        {isFailed && t("own-sheet.remember.failed")}
      </p>
    </div>
  );
}
