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
  const [isOver, setIsOver] = useState(false);
  const form = useReceiptForm();

  function dropped(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const { files } = event.dataTransfer;
    if (files.length > 0) void form.takeFile(files[0]);
    else form.take(event.dataTransfer.getData("text/plain"));
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
      <form noValidate onSubmit={form.submit}>
        <ReceiptField form={form} />
        <ReceiptActs form={form} />
      </form>
      <div role="status">{form.checked && <VerdictShown checked={form.checked} />}</div>
    </div>
  );
}

type ReceiptFormState = ReturnType<typeof useReceiptForm>;

function ReceiptField({ form: { text, fault, field, edit } }: { form: ReceiptFormState }) {
  const t = useTranslations();
  const id = useId();
  return (
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
        onChange={({ target }) => edit(target.value)}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-describedby={`${id}-hint${fault ? ` ${id}-error` : ""}`}
        aria-invalid={fault ? true : undefined}
      />
      {fault && <FieldError id={`${id}-error`}>{t(`transparency.verify.${fault}`)}</FieldError>}
    </div>
  );
}

function ReceiptActs({ form: { text, isBusy, field, takeFile, edit } }: { form: ReceiptFormState }) {
  const t = useTranslations();
  const chooser = useRef<HTMLInputElement>(null);

  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    void takeFile(target.files?.[0]);
    // Or the same file could not be chosen again.
    target.value = "";
  }

  function clear() {
    edit("");
    field.current?.focus();
  }

  return (
    <div className="receipt-acts">
      <Button type="submit" busy={isBusy} busyLabel={t("transparency.verify.busy")}>
        {t("transparency.verify.submit")}
      </Button>
      <Button kind="line" onClick={() => chooser.current?.click()}>
        {t("transparency.verify.choose")}
      </Button>
      <input ref={chooser} type="file" accept=".json,application/json" hidden onChange={chosen} />
      {text !== "" && (
        <Button kind="quiet" onClick={clear}>
          {t("transparency.verify.again")}
        </Button>
      )}
    </div>
  );
}

function useReceiptForm() {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<"missing" | "tooLarge" | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { checked, isBusy, check, forget } = useReceiptCheck();

  function take(taken: string) {
    if (taken.length > TEXT_MAX) return refuse("tooLarge");
    setText(taken);
    setFault(null);
    void check(taken);
  }
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

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") refuse("missing");
    else take(text);
  }

  function edit(typed: string) {
    setText(typed);
    setFault(null);
    forget();
  }

  return { text, fault, field, checked, isBusy, take, takeFile, submit, edit };
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
    // Another receipt may be in the form by now.
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

async function checkLazily(text: string): Promise<Checked> {
  try {
    const { checkHere } = await import("./check-receipt.ts");
    return await checkHere(text);
  } catch {
    return { outcome: "unreadable" };
  }
}

/** `alike`: the number of entries that an observer cannot tell from the checked one. */
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
