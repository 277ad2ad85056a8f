import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { readEntry } from "../../petition/transparency/entry.ts";
import { answerIn, call } from "../call.ts";
import { Button } from "../design/button.tsx";
import { Mark } from "../frame/mark.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { forgetRememberedSheet, rememberSheet, type SheetInShort, useRememberedSheet } from "../remembered-sheet.ts";
import { saveAs } from "../save-as.ts";
import { TokenForm } from "../token-page/result.tsx";
import { onceVisible } from "../token-page/token-page.ts";
import { Kept, Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { keptSheet } from "./kept-sheet.ts";
import type { PictureMaker } from "./picture-maker.tsx";
import { handOverReceipt, receiptFile } from "./receipt-file.ts";
import { SealAndNumber } from "./seal.tsx";

interface Sheet {
  token: string;
  /** The answer that the page was rendered with. */
  given: ReceiptOutcome | null;
  publicUrl: string;
  isOnOwnPage?: boolean;
  onReceipt?(sheet: SheetInShort): void;
  /** The signature has been erased meanwhile. */
  onGone?(): void;
}

export function ReceiptSheet({ token, given, publicUrl, isOnOwnPage = false, onReceipt, onGone }: Sheet) {
  const t = useTranslations();
  const isAlive = useHydrated();
  const ownPage = `${pageIn(useLanguage(), "personal")}?token=${encodeURIComponent(token)}`;
  const toOwnPage = (of: "receipt.elsewhere" | "receipt.late") => (
    <Text of={of} tags={{ page: (inner) => <a href={ownPage}>{inner}</a> }} />
  );
  const view = useReceipt(token, given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once of each state, whoever listens
  useEffect(() => {
    if (view.state === "receipt") onReceipt?.(view);
    if (view.state === "gone") onGone?.();
  }, [view]);
  if (view.state === "none" || view.state === "gone") return <Sentence>{t("receipt.none")}</Sentence>;
  if (view.state === "late") return <Sentence>{toOwnPage("receipt.late")}</Sentence>;
  // Without script nobody asks again.
  if (view.state === "waiting" && !isAlive)
    return <Sentence>{isOnOwnPage ? t("receipt.reload") : toOwnPage("receipt.elsewhere")}</Sentence>;
  const own = view.state === "receipt" ? view : null;
  return (
    <div className={own && !isOnOwnPage ? "own-receipt alone" : "own-receipt"} data-waiting={own === null || undefined}>
      <PrintedHead publicUrl={publicUrl} />
      <div role="status">
        <SealAndNumber sheet={own} />
        <div className="in-one-place">
          <p className="soft">{t(isOnOwnPage ? "receipt.noteHere" : "receipt.note")}</p>
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
  const print = () => {
    const { dataset } = document.documentElement;
    dataset.prints = "receipt";
    window.addEventListener("afterprint", () => delete dataset.prints, { once: true });
    window.print();
  };
  return (
    <Button kind="quiet" onClick={print}>
      {t("receipt.print")}
    </Button>
  );
}

function PostSheet({ sheet, publicUrl }: { sheet: SheetInShort | null; publicUrl: string }) {
  const t = useTranslations();
  const [Maker, setMaker] = useState<typeof PictureMaker | null>(null);
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

function PrintedFoot({ receipt, publicUrl }: { receipt: OwnReceipt; publicUrl: string }) {
  const t = useTranslations();
  const { dateTime } = useFormat();
  const address = publicUrl + pageIn(useLanguage(), "transparency");
  const hour = readEntry(receipt.receipt.entry)?.hour;
  return (
    <div className="printed" aria-hidden="true">
      {hour && <p>{t("receipt.printed.since", { date: dateTime(hour, { dateStyle: "long", timeZone: "UTC" }) })}</p>}
      <p>{t("receipt.printed.how", { address, file: receiptFile(receipt).name })}</p>
    </div>
  );
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

/** Milliseconds. */
const ANSWERED_WITHIN = 10_000;

function useReceipt(token: string, given: ReceiptOutcome | null): ReceiptView {
  const [view, setView] = useState<ReceiptView>(() => (given ? viewOf(given) : { state: "waiting" }));
  const isWaiting = view.state === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    let callOff = () => {};
    let isOver = false;
    const orNever = (start: (then: () => void) => () => void) =>
      new Promise<void>((resolve) => {
        // After unmounting the promise never resolves, and the wait is garbage.
        if (!isOver) callOff = start(resolve);
      });
    const later = (then: () => void, milliseconds: number) => {
      const timer = setTimeout(then, milliseconds);
      return () => clearTimeout(timer);
    };
    void awaitReceipt({
      ask: () => askFor(token),
      pause: (milliseconds) => orNever((then) => later(then, milliseconds)),
      untilVisible: () => orNever(onceVisible),
    }).then((view) => !isOver && setView(view));
    return () => {
      isOver = true;
      callOff();
    };
  }, [token, isWaiting]);
  return view;
}

async function askFor(token: string): Promise<ReceiptOutcome | null> {
  const signal = AbortSignal.timeout(ANSWERED_WITHIN);
  const said = await call("POST", "/api/petition/receipt", { token }, signal).catch((failure: unknown) => failure);
  const answer = answerIn(said);
  return Object.hasOwn(STATES, String(answer.outcome)) ? (answer as ReceiptOutcome) : null;
}

/** `late`: none came within {@link WAIT_AT_MOST}. */
type ReceiptView = ({ state: "receipt" } & OwnReceipt) | { state: "waiting" | "none" | "late" | "gone" };

const ASK_EVERY = 2_000;
const WAIT_AT_MOST = 120_000;

interface Waiting {
  /** Null after a failed call. */
  ask(): Promise<ReceiptOutcome | null>;
  pause(milliseconds: number): Promise<void>;
  /** A hidden page neither asks nor gives up. */
  untilVisible(): Promise<void>;
}

export async function awaitReceipt({ ask, pause, untilVisible }: Waiting): Promise<ReceiptView> {
  for (let asked = 0; asked * ASK_EVERY < WAIT_AT_MOST; asked += 1) {
    await untilVisible();
    const outcome = await ask();
    const view = outcome ? viewOf(outcome) : { state: "waiting" as const };
    if (view.state !== "waiting") return view;
    await pause(ASK_EVERY);
  }
  return { state: "late" };
}

/** Of a link that has expired or is unknown, its own page says why. */
const STATES = {
  waiting: "waiting",
  none: "none",
  gone: "gone",
  expired: "late",
  unknown: "late",
  receipt: "receipt",
} as const;

function viewOf(answer: ReceiptOutcome): ReceiptView {
  if (answer.outcome !== "receipt") return { state: STATES[answer.outcome] };
  const { number, code, receipt } = answer;
  return { state: "receipt", number, code, receipt };
}
