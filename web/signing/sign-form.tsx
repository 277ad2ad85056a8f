import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { PresentTexts } from "../../contract/consent.ts";
import type { SignReceipt } from "../../contract/signing.ts";
import { pageIn } from "../../petition/addresses.ts";
import { HONEYPOT, NAME_LENGTH } from "../../petition/signing.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { Field } from "../design/field.tsx";
import { Sheet } from "../design/sheet.tsx";
import { EmailField } from "../frame/email-field.tsx";
import { Kept, Text, useLanguage, useTranslations } from "../translation.tsx";
import { AddressSuggestion } from "./address-suggestion.tsx";
import { CaptchaField } from "./captcha-field.tsx";
import { isChecked } from "./check-signing.ts";
import { ConsentField } from "./consent-field.tsx";
import { entryIn, fieldAt, goTo, PLACES } from "./form-fields.ts";
import { NameInList } from "./name-in-list.tsx";
import type { LoadedSigning, SignPageAnswer, TypedSignature } from "./sign-action.ts";
import { Trouble } from "./trouble.tsx";
import { TrustBadges } from "./trust-badges.tsx";
import { type CaptchaState, useCaptcha } from "./use-captcha.ts";
import { type FormFaults, useFaults } from "./use-faults.ts";
import { useSending } from "./use-sending.ts";
import { useSolution } from "./use-solution.ts";

type FormAnswer = Extract<SignPageAnswer, { outcome: "form" }>;

const NOTHING: TypedSignature = { fullName: "", email: "", visibility: null, gdprConsent: false };

interface SignFormProps {
  above: ReactNode;
  loaded: Pick<LoadedSigning, "texts" | "visibilityDefault">;
  typed: TypedSignature | null;
  answer: FormAnswer | null;
  onSigned(receipt: SignReceipt): Promise<void>;
}

/** The fields keep their own values, so that what was typed before the page's script ran is never lost. */
export function SignForm({ above, ...given }: SignFormProps) {
  const { loaded, answer } = given;
  const t = useTranslations();
  const { form, begin, texts, captcha, faults, typing, sending, refusal, trouble, ...acts } = useSignForm(given);
  const summary = useMemo(
    () => faults.summary.map(({ href, text }) => ({ href, text: <Kept>{text}</Kept> })),
    [faults.summary],
  );
  const { suggestion } = typing;
  return (
    <SignSheet above={above}>
      <form
        ref={form}
        method="post"
        action={`${pageIn(useLanguage(), "home")}?index#sign`}
        noValidate
        onSubmit={acts.onSubmit}
        onFocus={acts.touch}
        onInput={typing.onInput}
        onBlur={typing.onBlur}
      >
        {/* Without the script, Enter presses a form's first button: that must be signing, not another sum. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <ErrorSummary title={t("signing.faults.summary", { count: summary.length })} errors={summary} />
        {refusal && <Refusal isNew={refusal !== answer?.message}>{refusal}</Refusal>}
        {answer?.lastStep && <LastStep />}
        <NameField begin={begin.fullName} error={faults.faults.fullName} />
        <EmailField
          label="signing.form.email"
          hint="signing.form.emailHint"
          error={faults.faults.email}
          enterKeyHint="next"
          defaultValue={begin.email}
          describedBy={suggestion ? "email-suggestion" : undefined}
          below={suggestion && <AddressSuggestion id="email-suggestion" address={suggestion} onTake={typing.takeSuggestion} />}
        />
        <NameInList entry={typing.entry} begin={begin.visibility} error={faults.faults.visibility} />
        <CaptchaField state={captcha} error={faults.faults.captcha} onOther={() => void acts.startNewSum(captcha)} />
        <ConsentField
          begin={begin.gdprConsent}
          texts={texts}
          hasNewPetition={texts.petitionVersion !== loaded.texts.petitionVersion}
          error={faults.faults.gdprConsent}
        />
        <Honeypot />
        <Trouble sentences={trouble} />
        <Button type="submit" wide busy={sending} busyLabel={t("signing.form.submitting")}>
          {t("signing.form.submit")}
        </Button>
        <TrustBadges />
      </form>
    </SignSheet>
  );
}

function useSignForm({ loaded, typed, answer, onSigned }: Omit<SignFormProps, "above">) {
  const form = useRef<HTMLFormElement>(null);
  const [texts, setTexts] = useState(loaded.texts);
  const begin = beginWith(typed ?? answer?.typed ?? NOTHING, loaded);
  const [captcha, drawCaptcha] = useCaptcha(answer?.captcha ?? null);
  const { touch, solution } = useSolution(captcha);
  const faults = useFaults(answer?.errors ?? []);
  const typing = useTyping(form, begin, faults, answer?.suggestion ?? null);
  const { send, ...sent } = useSending({
    captcha,
    solution,
    faults,
    refused: answer?.message ?? null,
    startNewSum,
    onTextsChanged: showTexts,
    onSigned,
  });
  const correctsAddress = typed !== null;
  useEffect(() => {
    if (correctsAddress) goTo(PLACES.email);
  }, [correctsAddress]);

  async function startNewSum(otherwise?: CaptchaState): Promise<boolean> {
    const isNew = await drawCaptcha(otherwise);
    const field = fieldAt(PLACES.captcha);
    if (field && (isNew || !otherwise)) field.value = "";
    typing.forget("captcha");
    return isNew;
  }

  function showTexts(present: PresentTexts): void {
    setTexts(present);
    const box = fieldAt(PLACES.gdprConsent);
    if (box) box.checked = false;
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (form.current) void send(form.current);
  }

  return { form, begin, texts, captcha, faults, typing, ...sent, touch, startNewSum, onSubmit };
}

function beginWith(typed: TypedSignature, { visibilityDefault }: Pick<LoadedSigning, "visibilityDefault">): TypedSignature {
  return { ...typed, visibility: typed.visibility ?? (visibilityDefault === "none" ? null : visibilityDefault) };
}

function useTyping(
  form: { current: HTMLFormElement | null },
  begin: TypedSignature,
  faults: FormFaults,
  suggested: string | null,
) {
  const [suggestion, setSuggestion] = useState(suggested);
  const [entry, setEntry] = useState({ fullName: begin.fullName, visibility: begin.visibility });
  const touched = useRef(new Set<string>());

  useEffect(() => {
    if (form.current) setEntry(entryIn(new FormData(form.current)));
  }, [form]);

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    touched.current.add(name);
    const now = new FormData(event.currentTarget);
    setEntry(entryIn(now));
    if (name === "email") setSuggestion(null);
    // A corrected fault disappears while typing; a new one shows after the field is left.
    if (isChecked(name) && faults.faults[name]) faults.look(name, now);
  }

  function onBlur(event: FocusEvent<HTMLFormElement>): void {
    const { name } = event.target as unknown as HTMLInputElement;
    if (!isChecked(name) || !touched.current.has(name)) return;
    faults.look(name, new FormData(event.currentTarget));
    if (name === "email") suggest(event.target as unknown as HTMLInputElement).catch(() => {});
  }

  /** The list of mail providers is fetched only after somebody typed an address. */
  async function suggest(field: HTMLInputElement): Promise<void> {
    const typed = field.value;
    const { suggestAddress } = await import("../../petition/mailbox.ts");
    if (field.value === typed) setSuggestion(suggestAddress(typed));
  }

  function takeSuggestion(address: string): void {
    const field = fieldAt(PLACES.email);
    if (!field) return;
    field.value = address;
    setSuggestion(null);
    if (form.current) faults.look("email", new FormData(form.current));
    field.focus();
  }

  return { suggestion, entry, onInput, onBlur, takeSuggestion, forget: (name: string) => touched.current.delete(name) };
}

function SignSheet({ above, children }: { above: ReactNode; children: ReactNode }) {
  const t = useTranslations();
  return (
    <Sheet id="sign" corner labelledBy="sign-title">
      <div className="sheet-head">
        <h2 id="sign-title">{t("signing.title")}</h2>
        <p>
          <Text of="signing.intro" />
        </p>
      </div>
      {above}
      {children}
    </Sheet>
  );
}

function NameField({ begin, error }: { begin: string; error?: string }) {
  const t = useTranslations();
  return (
    <Field
      id={PLACES.fullName}
      name="fullName"
      label={t("signing.form.fullName")}
      error={error}
      type="text"
      dir="auto"
      autoComplete="name"
      autoCapitalize="words"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={2 * NAME_LENGTH.max}
      required
      defaultValue={begin}
    />
  );
}

function Honeypot() {
  const t = useTranslations();
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="website-note">{t("signing.form.leaveEmpty")}</label>{" "}
      <input id="website-note" name={HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  );
}

/** Says what is wrong if it belongs to no field. Takes the focus if it `isNew`, because it is far above the button. */
function Refusal({ isNew, children }: { isNew: boolean; children: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  return (
    <p className="failed refusal wrap-anywhere" tabIndex={-1} ref={box}>
      {children}
    </p>
  );
}

function LastStep() {
  const t = useTranslations();
  return (
    <p className="remark">
      <a href={`#${PLACES.captcha}`}>{t("signing.form.captchaLastStep")}</a>
    </p>
  );
}
