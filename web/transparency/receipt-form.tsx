import { type ChangeEvent, type DragEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { FieldError } from "../design/field.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Paragraph, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import type { Checked, CheckFault } from "./check-receipt.ts";
import { takeHandedOver } from "./receipt-file.ts";
import { statesOf, Verdict } from "./verdict.tsx";

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
    else void form.take(event.dataTransfer.getData("text/plain"));
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
      <input ref={chooser} type="file" accept=".json,.tlog-proof,application/json" hidden onChange={chosen} />
      {text !== "" && (
        <Button kind="quiet" onClick={clear}>
          {t("transparency.verify.clear")}
        </Button>
      )}
    </div>
  );
}

function useReceiptForm() {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<"missing" | "tooLarge" | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(0);

  async function take(taken: string): Promise<void> {
    if (taken.length > TEXT_MAX) return refuse("tooLarge");
    edit(taken);
    const mine = latest.current;
    setIsBusy(true);
    const found = await checkLazily(taken);
    // Another receipt may be in the form by now.
    if (mine !== latest.current) return;
    setIsBusy(false);
    setChecked(found);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the sheet has handed over is there once
  useEffect(() => {
    const handedOver = takeHandedOver();
    if (handedOver) void take(handedOver);
  }, []);

  async function takeFile(file: File | undefined) {
    if (!file) return;
    if (file.size > TEXT_MAX) return refuse("tooLarge");
    // A folder has no text: then what was taken is no receipt.
    await take(await file.text().catch(() => ""));
  }

  function refuse(why: "missing" | "tooLarge") {
    forget();
    setFault(why);
    field.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") refuse("missing");
    else void take(text);
  }

  function edit(typed: string) {
    setText(typed);
    setFault(null);
    forget();
  }

  function forget() {
    latest.current += 1;
    setIsBusy(false);
    setChecked(null);
  }

  return { text, fault, field, checked, isBusy, take, takeFile, submit, edit };
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
      <Paragraph of="transparency.verify.lede" values={{ alike }} tags={{ a: toOwnPage }} />
      <Paragraph className="log-warning" of="transparency.verify.warning" />
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

/** In the order in which they are made, each with what it may find. */
const STEPS = {
  readable: ["malformed"],
  log: ["another-log"],
  entry: ["entry", "commitment"],
  signed: ["head", "signature"],
  included: ["inclusion"],
  present: ["present-signature"],
  unchanged: ["rewound", "changed"],
} as const satisfies Record<string, CheckFault[]>;

export function stepsTaken(checked: Exclude<Checked, { outcome: "unreadable" }>) {
  return statesOf(STEPS, checked.outcome === "true" ? null : checked.fault);
}

function VerdictShown({ checked }: { checked: Checked }) {
  const t = useTranslations();
  const taken = checked.outcome === "unreadable" ? [] : stepsTaken(checked);
  return (
    <Verdict
      outcome={checked.outcome}
      title={t(`transparency.verify.${checked.outcome}.title`)}
      steps={taken.map(({ step, state }) => ({ text: t(`transparency.verify.step.${step}`), state }))}
    >
      <Said checked={checked} />
    </Verdict>
  );
}

const OF_THE_FILE: ReadonlySet<string> = new Set(["entry", "commitment", "head", "signature", "inclusion"]);

function Said({ checked }: { checked: Checked }) {
  const t = useTranslations();
  const format = useFormat();
  const language = useLanguage();
  if (checked.outcome === "unreadable") return <p>{t("transparency.verify.unreadable.text")}</p>;
  if (checked.outcome === "false")
    return (
      <>
        <p>{t(`transparency.verify.false.${checked.fault}`)}</p>
        {OF_THE_FILE.has(checked.fault) && <p>{t("transparency.verify.again")}</p>}
      </>
    );
  const { code, index, size, reason, address } = checked;
  const day = format.dateTime(checked.hour, { dateStyle: "long", timeZone: "UTC" });
  const values = { place: index + 1, size, day, reason: t(`transparency.history.reason.${reason}`) };
  const toOwnPage = (inner: ReactNode) => <a href={pageIn(language, "personal")}>{inner}</a>;
  return (
    <>
      <p>{t("transparency.verify.true.text", values)}</p>
      <Paragraph of="transparency.verify.true.whose" values={{ code, address }} />
      <Paragraph of="transparency.verify.true.still" tags={{ a: toOwnPage }} />
    </>
  );
}
