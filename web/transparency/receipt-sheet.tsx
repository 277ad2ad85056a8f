import { type ComponentType, type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import type { OwnReceipt, ReceiptOutcome } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { SECOND } from "../../petition/duration.ts";
import { readEntry } from "../../petition/transparency/entry.ts";
import { answerIn, call } from "../call.ts";
import { Button } from "../design/button.tsx";
import { Mark } from "../frame/mark.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { forgetRememberedSheet, rememberSheet, type SheetInShort, useRememberedSheet } from "../remembered-sheet.ts";
import { useFacts } from "../runtime/page-state.tsx";
import { saveAs, sharesPictures } from "../save-as.ts";
import { TokenForm } from "../token-page/result.tsx";
import { onceVisible } from "../token-page/token-page.ts";
import { Kept, Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import type { PictureMaker } from "./picture-maker.tsx";
import { handOverReceipt, receiptFile } from "./receipt-file.ts";
import { SealAndNumber } from "./seal.tsx";

interface SheetProps {
  /** Of the own page. Null where only its own tab knows what was confirmed: `kept`. */
  token: string | null;
  kept?: SheetInShort | null;
  given?: ReceiptOutcome | null;
  isOnOwnPage?: boolean;
  /** The one thing to do; `picture` once it is drawn, on a device that shares pictures. */
  Share: ComponentType<{ picture: File | null }>;
  onReceipt?(sheet: SheetInShort): void;
  /** The signature has been erased meanwhile. */
  onGone?(): void;
  /** Folded, below what is to do with the receipt. */
  children?: ReactNode;
}

export function ReceiptSheet(props: SheetProps) {
  const { token, kept = null, given = null, isOnOwnPage = false, Share, onReceipt, onGone, children } = props;
  const view = useReceipt(token, given);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once of each state, whoever listens
  useEffect(() => {
    if (view.state === "receipt") onReceipt?.(view);
    if (view.state === "gone") onGone?.();
  }, [view]);
  const instead = useInstead(view.state, token ?? "", isOnOwnPage);
  const own = view.state === "receipt" ? view : null;
  if (kept === null && (instead !== null || token === null))
    return (
      <>
        {isOnOwnPage && <Title />}
        {token && instead && (
          <p className="hint-line" role="status">
            {instead}
          </p>
        )}
        <Share picture={null} />
        {children}
      </>
    );
  const acts = own && token ? <ReceiptActs own={own} token={token} isOnOwnPage={isOnOwnPage} /> : <PrintReceipt />;
  return (
    <OwnSheet sheet={own ?? kept} isAlone={!isOnOwnPage} Share={Share} acts={acts} foot={own && <PrintedFoot receipt={own} />}>
      {children}
    </OwnSheet>
  );
}

/** What is said where there is no receipt to show or to wait for. */
function useInstead(state: ReceiptView["state"], token: string, isOnOwnPage = false): ReactNode {
  const t = useTranslations();
  const isAlive = useHydrated();
  const ownPage = `${pageIn(useLanguage(), "personal")}?token=${encodeURIComponent(token)}`;
  const toOwnPage = (of: "receipt.elsewhere" | "receipt.late") => (
    <Text of={of} tags={{ page: (inner) => <a href={ownPage}>{inner}</a> }} />
  );
  if (state === "none" || state === "gone") return t("receipt.none");
  if (state === "late") return toOwnPage("receipt.late");
  // Without script nobody asks again.
  if (state === "waiting" && !isAlive) return isOnOwnPage ? t("receipt.reload") : toOwnPage("receipt.elsewhere");
  return null;
}

interface OwnSheetProps extends Pick<SheetProps, "Share" | "children"> {
  sheet: SheetInShort | null;
  isAlone: boolean;
  acts: ReactNode;
  foot: ReactNode;
}

function OwnSheet({ sheet, isAlone, Share, acts, foot, children }: OwnSheetProps) {
  const t = useTranslations();
  const [picture, setPicture] = useState<File | null>(null);
  const isAlive = useHydrated();
  return (
    <div className={sheet && isAlone ? "own-receipt alone" : "own-receipt"} data-waiting={sheet === null || undefined}>
      <PrintedHead />
      <div role="status">
        <SealAndNumber sheet={sheet} />
      </div>
      <div className="sheet-acts">
        <Share picture={picture} />
        {picture && sharesPictures() && <p className="small soft along">{t("own-sheet.picture.along")}</p>}
        <details className="fold">
          <summary>
            <Title />
          </summary>
          {sheet && acts}
          {sheet && isAlive && (
            <>
              <PostSheet sheet={sheet} onDrawn={setPicture} />
              <RememberSheet sheet={sheet} />
            </>
          )}
          {children}
        </details>
      </div>
      {foot}
    </div>
  );
}

function Title() {
  return <h2 id="receipt-title">{useTranslations()("receipt.title")}</h2>;
}

function ReceiptActs({ own, token, isOnOwnPage }: { own: OwnReceipt; token: string; isOnOwnPage: boolean }) {
  const t = useTranslations();
  // The form posts where the page's script does not run.
  const saveHere = (event: FormEvent) => {
    event.preventDefault();
    const { name, json } = receiptFile(own);
    saveAs(name, new Blob([json], { type: "application/json" }));
  };
  return (
    <>
      <p className="soft">{t(isOnOwnPage ? "receipt.noteHere" : "receipt.note")}</p>
      <div className="links">
        <TokenForm page="personalDownload" token={token} intent="receipt" onSubmit={saveHere}>
          <Button kind="quiet" type="submit" aria-describedby="receipt-warning">
            {t("receipt.save")}
          </Button>
        </TokenForm>
        <TokenForm page="personalDownload" token={token} intent="receipt" search="?format=tlog-proof">
          <Button kind="quiet" type="submit" aria-describedby="receipt-warning">
            {t("receipt.saveAsProof")}
          </Button>
        </TokenForm>
        <PrintReceipt />
        <a href={`${pageIn(useLanguage(), "transparency")}#pruefen`} onClick={() => handOverReceipt(own.receipt)}>
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

/** Where the device shares pictures, one is drawn before anybody asks for it. */
function PostSheet({ sheet, onDrawn }: { sheet: SheetInShort; onDrawn(picture: File | null): void }) {
  const t = useTranslations();
  const [Maker, setMaker] = useState<typeof PictureMaker | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const fetchMaker = () => import("./picture-maker.tsx").then((file) => setMaker(() => file.PictureMaker));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (sharesPictures()) fetchMaker().catch(() => {});
  }, []);
  const told = (picture: File | null) => {
    setIsFailed(!picture);
    // Unfolded once more, it is drawn once more.
    if (!picture) setMaker(null);
    onDrawn(picture);
  };
  return (
    <details className="fold" onToggle={() => fetchMaker().catch(() => setIsFailed(true))}>
      <summary>
        <h3>{t("own-sheet.picture.title")}</h3>
      </summary>
      {Maker && <Maker sheet={sheet} onDrawn={told} />}
      <p role="status">{isFailed && t("own-sheet.picture.failed")}</p>
    </details>
  );
}

function PrintedHead() {
  const { publicUrl } = useFacts();
  return (
    <div className="printed" aria-hidden="true">
      <Mark />
      <p>{publicUrl + pageIn(useLanguage(), "home")}</p>
    </div>
  );
}

function PrintedFoot({ receipt }: { receipt: OwnReceipt }) {
  const t = useTranslations();
  const { dateTime } = useFormat();
  const address = useFacts().publicUrl + pageIn(useLanguage(), "transparency");
  const hour = readEntry(receipt.receipt.entry)?.hour;
  return (
    <div className="printed" aria-hidden="true">
      {hour && <p>{t("receipt.printed.since", { date: dateTime(hour, { dateStyle: "long", timeZone: "UTC" }) })}</p>}
      <p>{t("receipt.printed.how", { address, file: receiptFile(receipt).name })}</p>
    </div>
  );
}

/** Nothing stays in the browser unless its owner wants it. */
function RememberSheet({ sheet }: { sheet: SheetInShort }) {
  const t = useTranslations();
  const note = useId();
  const remembered = useRememberedSheet();
  const [isFailed, setIsFailed] = useState(false);
  const isRemembered = remembered?.code === sheet.code;
  const press = () => {
    if (isRemembered) forgetRememberedSheet();
    else setIsFailed(!rememberSheet(sheet));
  };
  return (
    <div className="remember">
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

const ANSWERED_WITHIN = 10 * SECOND;

function useReceipt(token: string | null, given: ReceiptOutcome | null): ReceiptView {
  const [view, setView] = useState<ReceiptView>(() => (given ? viewOf(given) : { state: "waiting" }));
  const isWaiting = view.state === "waiting";
  useEffect(() => {
    if (!isWaiting || token === null) return;
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
  const signal = AbortSignal.timeout?.(ANSWERED_WITHIN);
  const said = await call("POST", "/api/petition/receipt", { token }, signal).catch((failure: unknown) => failure);
  const answer = answerIn(said);
  return Object.hasOwn(STATES, String(answer.outcome)) ? (answer as ReceiptOutcome) : null;
}

/** `late`: none came within {@link WAIT_AT_MOST}. */
type ReceiptView = ({ state: "receipt" } & OwnReceipt) | { state: "waiting" | "none" | "late" | "gone" };

const ASK_EVERY = 2_000;
const WAIT_AT_MOST = 120_000;

interface Waiting {
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
