import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { SignReceipt } from "../../contract/signing.ts";
import { HONEYPOT } from "../../contract/signing.ts";
import { pageIn } from "../../petition/addresses.ts";
import { EMAIL_LENGTH_MAX } from "../../petition/email-address.ts";
import type { Visibility } from "../../petition/signing.ts";
import { NAME_LENGTH } from "../../petition/signing.ts";
import { track } from "../analytics/track.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { Field } from "../design/field.tsx";
import { Sheet } from "../design/sheet.tsx";
import { useToast } from "../design/toast.tsx";
import { Kept, Text, useLanguage, useTranslations } from "../translation.tsx";
import { AddressSuggestion } from "./address-suggestion.tsx";
import { CaptchaField } from "./captcha-field.tsx";
import { CHECKED_FIELDS, type CheckedField, checkSigning, type Faults, faultOf } from "./check-signing.ts";
import { ConsentField } from "./consent-field.tsx";
import { NameInList } from "./name-in-list.tsx";
import { type SignatureToSend, sendSignature } from "./send-signature.ts";
import type { SignPageAnswer, TypedSignature } from "./sign-action.ts";
import { TrustBadges } from "./trust-badges.tsx";
import { useCaptcha } from "./use-captcha.ts";

const PLACES = {
  fullName: "full-name",
  email: "email",
  visibility: "visibility-public",
  captcha: "captcha",
  gdprConsent: "consent",
} as const;

type FormAnswer = Extract<SignPageAnswer, { outcome: "form" }>;

/** The fields keep their own values, so that what was typed before the page's script ran is never lost. `typed`: what to begin with. */
export function SignForm({
  typed,
  answer,
  onSigned,
}: {
  typed: TypedSignature | null;
  answer: FormAnswer | null;
  onSigned(receipt: SignReceipt): void;
}) {
  const t = useTranslations();
  const language = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const begin = typed ?? answer?.typed ?? { fullName: "", email: "", visibility: "public", gdprConsent: false };

  const [captcha, drawCaptcha] = useCaptcha(answer?.captcha ?? null);
  const [faults, setFaults] = useState<Faults>(() => faultsFrom(answer?.errors ?? []));
  const [summary, setSummary] = useState(() => summaryOf(faultsFrom(answer?.errors ?? [])));
  const [suggestion, setSuggestion] = useState(answer?.suggestion ?? null);
  const [inList, setInList] = useState({ fullName: begin.fullName, visibility: begin.visibility });
  const [refusal, setRefusal] = useState(answer?.message ?? null);
  const [sending, setSending] = useState(false);
  const touched = useRef(new Set<string>());
  const toast = useToast();

  useEffect(() => {
    if (form.current) setInList(entryIn(new FormData(form.current)));
  }, []);
  const correctsAddress = typed !== null;
  useEffect(() => {
    if (correctsAddress) goTo(PLACES.email);
  }, [correctsAddress]);

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    touched.current.add(name);
    const now = new FormData(event.currentTarget);
    setInList(entryIn(now));
    if (name === "email") setSuggestion(null);
    // Whoever mends a fault sees it go while typing; a new one waits for the field to be left.
    if (isChecked(name) && faults[name]) look(name, now);
  }

  function onBlur(event: FocusEvent<HTMLFormElement>): void {
    const { name } = event.target as unknown as HTMLInputElement;
    if (!isChecked(name) || !touched.current.has(name)) return;
    const now = new FormData(event.currentTarget);
    look(name, now);
    if (name === "email") void suggest(event.target as unknown as HTMLInputElement);
  }

  /** The list of mail providers is fetched only by whoever types an address; without it nothing is suggested. */
  async function suggest(field: HTMLInputElement): Promise<void> {
    const typed = field.value;
    const { suggestAddress } = await import("../../petition/mailbox.ts");
    if (field.value === typed) setSuggestion(suggestAddress(typed));
  }

  function look(field: CheckedField, now: FormData): void {
    const fault = faultOf(field, signatureIn(now), t) ?? undefined;
    setFaults((known) => ({ ...known, [field]: fault }));
  }

  function showFaults(found: Faults): void {
    setFaults(found);
    const list = summaryOf(found);
    // A lone wrong sum needs no list: the new one is where to go on.
    const onlyCaptcha = list.length === 1 && found.captcha !== undefined;
    setSummary(onlyCaptcha ? [] : list);
    if (onlyCaptcha) goTo(PLACES.captcha);
  }

  function failed(title: string, message: string | null): void {
    toast({ kind: "failed", title, text: message ?? t("signing.toast.failed") });
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending || !form.current) return;
    const signature = signatureIn(new FormData(form.current));
    const found = checkSigning(signature, t);
    if (captcha.outcome !== "ready") {
      delete found.captcha;
      showFaults(found);
      failed(t("signing.toast.captchaUnavailable"), t("signing.toast.captchaUnavailableHint"));
      if (captcha.outcome === "unavailable") void drawCaptcha();
      return;
    }
    if (Object.keys(found).length > 0) {
      showFaults(found);
      return;
    }
    setSending(true);
    setRefusal(null);
    showFaults({});
    await send({ ...signature, sessionId: captcha.challenge.sessionId, locale: language });
    setSending(false);
  }

  async function send(signature: SignatureToSend): Promise<void> {
    const sent = await sendSignature(signature);
    if (sent.outcome === "accepted") {
      window.dispatchEvent(new CustomEvent("petition:signed"));
      track("sign_success");
      onSigned({ ...signature, ...sent, expiresAt: sent.expiresAt ?? "", signedAt: new Date().toISOString() });
      return;
    }
    startNewSum();
    switch (sent.outcome) {
      case "refused":
        failed(t("signing.toast.error"), sent.errors[0]?.message ?? null);
        showFaults(faultsFrom(sent.errors));
        break;
      case "not-collecting":
        setRefusal(sent.message);
        failed(t("signing.toast.error"), sent.notice.title);
        break;
      case "other-answer":
        failed(t("signing.toast.requestSaved"), sent.message);
        break;
      case "failed":
        failed(t("signing.toast.error"), sent.message);
        break;
    }
  }

  function startNewSum(): void {
    const field = document.getElementById(PLACES.captcha);
    if (field instanceof HTMLInputElement) field.value = "";
    touched.current.delete("captcha");
    void drawCaptcha();
  }

  function takeSuggestion(address: string): void {
    const field = document.getElementById(PLACES.email);
    if (!(field instanceof HTMLInputElement)) return;
    field.value = address;
    setSuggestion(null);
    if (form.current) look("email", new FormData(form.current));
    field.focus();
  }

  return (
    <Sheet id="sign" corner labelledBy="sign-title">
      <div className="sheet-head">
        <h2 id="sign-title">{t("signing.title")}</h2>
        <p>
          <Text of="signing.intro" />
        </p>
      </div>
      <form
        ref={form}
        method="post"
        action={`${pageIn(language, "home")}?index#sign`}
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
        onBlur={onBlur}
      >
        {/* Without the script, Enter presses a form's first button: that must be signing, not another sum. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <ErrorSummary title={t("signing.faults.summary", { count: summary.length })} errors={summary} />
        {refusal && <Refusal isNew={refusal !== answer?.message}>{refusal}</Refusal>}
        {answer?.lastStep && <LastStep />}
        <Field
          id={PLACES.fullName}
          name="fullName"
          label={t("signing.form.fullName")}
          error={faults.fullName}
          type="text"
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={2 * NAME_LENGTH.max}
          required
          defaultValue={begin.fullName}
        />
        <Field
          id={PLACES.email}
          name="email"
          label={<Text of="signing.form.email" />}
          hint={<Text of="signing.form.emailHint" />}
          error={faults.email && <Kept>{faults.email}</Kept>}
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={EMAIL_LENGTH_MAX}
          required
          defaultValue={begin.email}
          describedBy={suggestion ? "email-suggestion" : undefined}
          below={suggestion && <AddressSuggestion id="email-suggestion" address={suggestion} onTake={takeSuggestion} />}
        />
        <NameInList entry={inList} begin={begin.visibility} error={faults.visibility} />
        <CaptchaField state={captcha} error={faults.captcha} onOther={startNewSum} />
        <ConsentField begin={begin.gdprConsent} error={faults.gdprConsent} />
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="website-note">{t("signing.form.leaveEmpty")}</label>
          <input id="website-note" name={HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <Button type="submit" wide busy={sending} busyLabel={t("signing.form.submitting")}>
          {t("signing.form.submit")}
        </Button>
        <TrustBadges />
      </form>
    </Sheet>
  );
}

/** Says what is wrong where no field is. Takes the focus where it `isNew`: it stands far above the button. */
function Refusal({ isNew, children }: { isNew: boolean; children: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  return (
    <p className="failed mb-5 wrap-anywhere" tabIndex={-1} ref={box}>
      {children}
    </p>
  );
}

function LastStep() {
  const t = useTranslations();
  return (
    <p className="mb-5 border-l-4 border-brass bg-brass-tint px-4 py-3">
      <a href={`#${PLACES.captcha}`}>{t("signing.form.captchaLastStep")}</a>
    </p>
  );
}

/** Focuses a field together with its label: the sticky header must not cover the question that is asked. */
function goTo(id: string): void {
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  field?.closest(".field")?.scrollIntoView({ block: "nearest" });
}

function isChecked(name: string): name is CheckedField {
  return CHECKED_FIELDS.some((field) => field === name);
}

/** Refusals of the server by their field; a fault of the captcha's session is one of the captcha. */
function faultsFrom(refusals: FormAnswer["errors"]): Faults {
  const faults: Faults = {};
  for (const { field, message } of refusals) {
    const place = field === "sessionId" ? "captcha" : field;
    if (place in PLACES) faults[place as keyof Faults] ??= message;
  }
  return faults;
}

function summaryOf(faults: Faults): { href: string; text: string }[] {
  return (Object.keys(PLACES) as (keyof Faults)[]).flatMap((field) => {
    const text = faults[field];
    return text === undefined ? [] : [{ href: `#${PLACES[field]}`, text }];
  });
}

function signatureIn(form: FormData): Omit<SignatureToSend, "sessionId" | "locale"> {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    ...entryIn(form),
    email: text("email"),
    gdprConsent: form.get("gdprConsent") === "true",
    captcha: text("captcha"),
    websiteNote: text(HONEYPOT),
  };
}

function entryIn(form: FormData): { fullName: string; visibility: Visibility } {
  return {
    fullName: String(form.get("fullName") ?? ""),
    visibility: form.get("visibility") === "private" ? "private" : "public",
  };
}
