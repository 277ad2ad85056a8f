import { type ChangeEvent, type DragEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { FieldError } from "../design/field.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import { takeHandedOver } from "./receipt-file.ts";
import { type Checked, VerdictShown } from "./verdict.tsx";

/** In bytes: a file of everything that is stored about somebody is far smaller. */
const TEXT_MAX = 1_000_000;

function ReceiptForm() {
  const t = useTranslations();
  const id = useId();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<"missing" | "tooLarge" | null>(null);
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { checked, isBusy, check, forget } = useReceiptCheck();

  const take = (taken: string) => {
    if (taken.length > TEXT_MAX) return refuse("tooLarge");
    setText(taken);
    setFault(null);
    void check(taken);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the sheet has handed over is there once
  useEffect(() => {
    const handedOver = takeHandedOver();
    if (handedOver) take(handedOver);
  }, []);

  async function takeFile(file: File | undefined) {
    if (!file) return;
    if (file.size > TEXT_MAX) return refuse("tooLarge");
    // A folder has no text: then what was taken is no receipt.
    take(await file.text().catch(() => ""));
  }

  function refuse(why: "missing" | "tooLarge") {
    forget();
    setFault(why);
    field.current?.focus();
  }

  function submitted(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") refuse("missing");
    else take(text);
  }

  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    void takeFile(target.files?.[0]);
    // Or the same file could not be chosen again.
    target.value = "";
  }

  function dropped(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const { files } = event.dataTransfer;
    if (files.length > 0) void takeFile(files[0]);
    else take(event.dataTransfer.getData("text/plain"));
  }

  function changed({ target }: ChangeEvent<HTMLTextAreaElement>) {
    setText(target.value);
    setFault(null);
    forget();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file may be dropped on it; the button below does the same
    <div
      className="receipt-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropped}
    >
      <form noValidate onSubmit={submitted}>
        <div className="field">
          <label htmlFor={id}>{t("transparency.verify.label")}</label>
          <span className="hint" id={`${id}-hint`}>
            {t("transparency.verify.hint")}
          </span>
          <textarea
            ref={field}
            id={id}
            className="input"
            dir="ltr"
            rows={5}
            value={text}
            onChange={changed}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            aria-describedby={`${id}-hint${fault ? ` ${id}-error` : ""}`}
            aria-invalid={fault ? true : undefined}
          />
          {fault && <FieldError id={`${id}-error`}>{t(`transparency.verify.${fault}`)}</FieldError>}
        </div>
        <div className="receipt-acts">
          <Button type="submit" busy={isBusy} busyLabel={t("transparency.verify.busy")}>
            {t("transparency.verify.submit")}
          </Button>
          <Button kind="line" onClick={() => chooser.current?.click()}>
            {t("transparency.verify.choose")}
          </Button>
          <input ref={chooser} type="file" accept=".json,application/json" hidden onChange={chosen} />
          {text !== "" && (
            <Button
              kind="quiet"
              onClick={() => {
                setText("");
                forget();
                field.current?.focus();
              }}
            >
              {t("transparency.verify.again")}
            </Button>
          )}
        </div>
      </form>
      <div role="status">{checked && <VerdictShown checked={checked} />}</div>
    </div>
  );
}

function useReceiptCheck() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const latest = useRef(0);

  async function check(text: string): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    setIsBusy(true);
    setChecked(null);
    const found = await checkLazily(text);
    // Whoever has gone on to another receipt is not told of this one.
    if (mine !== latest.current) return;
    setIsBusy(false);
    setChecked(found);
  }

  function forget(): void {
    latest.current += 1;
    setIsBusy(false);
    setChecked(null);
  }

  return { checked, isBusy, check, forget };
}

/** Whatever fails on the way, the line or the script: nothing is said of the receipt. */
async function checkLazily(text: string): Promise<Checked> {
  try {
    const { checkHere } = await import("./check-receipt.ts");
    return await checkHere(text);
  } catch {
    return { outcome: "unreadable" };
  }
}

/** `alike`: among how many entries nobody who looks on can tell which one is checked. */
export function Verify({ alike }: { alike: number }) {
  const t = useTranslations();
  const language = useLanguage();
  const hydrated = useHydrated();
  const toOwnPage = (inner: ReactNode) => <a href={pageIn(language, "personal")}>{inner}</a>;
  return (
    <>
      <p>
        <Text of="transparency.verify.lede" values={{ alike }} tags={{ a: toOwnPage }} />
      </p>
      <p className="log-warning">
        <Text of="transparency.verify.warning" />
      </p>
      <div className="receipt-place">
        {hydrated ? (
          <ReceiptForm />
        ) : (
          <p>
            <a href="#command">{t("transparency.verify.withoutScript")}</a>
          </p>
        )}
      </div>
    </>
  );
}
