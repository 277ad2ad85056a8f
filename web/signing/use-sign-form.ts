import { type FocusEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PresentTexts, SignField, SignReceipt } from "../../contract/signing.ts";
import type { FieldRefusal } from "../../contract/visitor.ts";
import { track } from "../analytics/track.ts";
import { faultsIn, useFaults } from "../design/error-summary.tsx";
import { useToast } from "../design/toast.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { type CaptchaState, useCaptcha, useSolution } from "./captcha.tsx";
import { checkSigning, entryIn, type Faults, fieldAt, goTo, PLACES, signatureIn } from "./form-fields.ts";
import { type Sent, sendSignature } from "./send-signature.ts";
import type { FormAnswer, LoadedSigning, TypedSignature } from "./sign-action.ts";

const NOTHING: TypedSignature = { fullName: "", email: "", visibility: null, gdprConsent: false };

export interface SignFormGiven {
  loaded: Pick<LoadedSigning, "texts" | "visibilityDefault">;
  typed: TypedSignature | null;
  answer: FormAnswer | null;
  onSigned(receipt: SignReceipt): Promise<void>;
}

export function useSignForm({ loaded, typed, answer, onSigned }: SignFormGiven) {
  const form = useRef<HTMLFormElement>(null);
  const [texts, setTexts] = useState(loaded.texts);
  const begin = { ...(typed ?? answer?.typed ?? NOTHING) };
  if (loaded.visibilityDefault !== "none") begin.visibility ??= loaded.visibilityDefault;
  const [captcha, drawCaptcha] = useCaptcha(answer?.captcha ?? null);
  const { touch, solution } = useSolution(captcha);
  const faults = useFaults(PLACES, asShown(answer?.errors ?? []));
  const typing = useTyping(form, begin, faults, answer?.suggestion ?? null);
  const { send, ...sent } = useSending({
    captcha,
    solution,
    refused: answer?.message ?? null,
    showFaults,
    startNewSum,
    askForSum,
    onTextsChanged: showTexts,
    onSigned,
  });
  const [asked, setAsked] = useState({ field: typed && (PLACES.email as string), times: 0 });
  // A screen reader says a field as the focus finds it: with another sum and what was wrong with the one before.
  useLayoutEffect(() => {
    if (asked.field) goTo(asked.field);
  }, [asked]);

  function showFaults(found: Faults): void {
    // A lone wrong sum needs no list: the new one is where to go on.
    const onlyCaptcha = found.captcha !== undefined && Object.keys(found).length === 1;
    faults.show(found, !onlyCaptcha);
    if (onlyCaptcha) askForSum();
  }

  function askForSum(): void {
    setAsked(({ times }) => ({ field: PLACES.captcha, times: times + 1 }));
  }

  /** Empties the field, too, and answers whether there is another; where there is none, `otherwise` stays. */
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

  return { form, begin, texts, captcha, timesAsked: asked.times, faults, typing, ...sent, touch, onSubmit };
}

/** The id of a sum belongs to the field in which it is answered. */
function asShown(refusals: FieldRefusal<SignField>[]) {
  return refusals.map(({ field, message }) => ({ field: field === "sessionId" ? "captcha" : field, message }));
}

function useTyping(
  form: { current: HTMLFormElement | null },
  begin: TypedSignature,
  faults: ReturnType<typeof useFaults<keyof Faults>>,
  suggested: string | null,
) {
  const t = useTranslations();
  const [suggestion, setSuggestion] = useState(suggested);
  const [entry, setEntry] = useState({ fullName: begin.fullName, visibility: begin.visibility });
  const touched = useRef(new Set<string>());

  useEffect(() => {
    if (form.current) setEntry(entryIn(new FormData(form.current)));
  }, [form]);

  function look(field: keyof Faults, now: FormData): void {
    faults.look(field, checkSigning(signatureIn(now), t));
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    touched.current.add(name);
    const now = new FormData(event.currentTarget);
    setEntry(entryIn(now));
    if (name === "email") setSuggestion(null);
    // A corrected fault disappears while typing; a new one shows after the field is left.
    if (faults.isField(name) && faults.faults[name]) look(name, now);
  }

  function onBlur(event: FocusEvent<HTMLFormElement>): void {
    const field = event.target as unknown as HTMLInputElement;
    if (!faults.isField(field.name) || !touched.current.has(field.name)) return;
    look(field.name, new FormData(event.currentTarget));
    if (field.name === "email") suggest(field).catch(() => {});
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
    if (form.current) look("email", new FormData(form.current));
    field.focus();
  }

  return { suggestion, entry, onInput, onBlur, takeSuggestion, forget: (name: string) => touched.current.delete(name) };
}

interface FormToSend {
  captcha: CaptchaState;
  solution(): Promise<string>;
  refused: string | null;
  showFaults(found: Faults): void;
  startNewSum(otherwise?: CaptchaState): Promise<boolean>;
  askForSum(): void;
  onTextsChanged(texts: PresentTexts): void;
  onSigned(receipt: SignReceipt): Promise<void>;
}

/** `trouble`: what went wrong with the latest sending and what of it is kept, in sentences. */
function useSending({ captcha, solution, refused, showFaults, startNewSum, askForSum, onTextsChanged, onSigned }: FormToSend) {
  const t = useTranslations();
  const language = useLanguage();
  const toast = useToast();
  const [refusal, setRefusal] = useState(refused);
  const [trouble, setTrouble] = useState<string[] | null>(null);
  const [lacksSum, setLacksSum] = useState(false);
  const [sending, setSending] = useState(false);
  // A state would be known too late to a tap that follows at once.
  const isUnderWay = useRef(false);

  async function send(element: HTMLFormElement): Promise<void> {
    if (isUnderWay.current) return;
    setTrouble(null);
    setLacksSum(false);
    toast(null);
    const signature = signatureIn(new FormData(element));
    const found = checkSigning(signature, t);
    if (captcha.outcome !== "ready") {
      delete found.captcha;
      showFaults(found);
      sayThatNoSumCame();
      setLacksSum(true);
      if (captcha.outcome === "unavailable") void startNewSum();
      return;
    }
    showFaults(found);
    if (Object.keys(found).length > 0) return;
    isUnderWay.current = true;
    setSending(true);
    setRefusal(null);
    const { sessionId } = captcha.challenge;
    const sent = await sendSignature({ ...signature, sessionId, solution: await solution(), locale: language });
    // Under way until the thanks have the place of the form.
    if (sent.outcome === "accepted") return onSigned(rememberSigned(signature, sent));
    await explain(sent);
    isUnderWay.current = false;
    setSending(false);
  }

  function sayThatNoSumCame(): void {
    const text = t("signing.toast.captchaUnavailableHint");
    toast({ kind: "failed", title: t("signing.toast.captchaUnavailable"), text });
  }

  async function onOtherSum(): Promise<void> {
    if (await startNewSum(captcha.outcome === "ready" ? captcha : undefined)) askForSum();
    else sayThatNoSumCame();
  }

  /** Says why a signature was not taken: in a toast, and where it stays, at the field or above the button. */
  async function explain(sent: Exclude<Sent, { outcome: "accepted" }>): Promise<void> {
    // Where no other sum can be had after a failure, the one before was hardly used up.
    const drawing = startNewSum(sent.outcome === "failed" ? captcha : undefined);
    const title = t(sent.outcome === "other-answer" ? "signing.toast.requestSaved" : "signing.toast.error");
    const isOffline = "isOffline" in sent && sent.isOffline;
    const message = sent.message ?? t(isOffline ? "signing.failed.offline" : "signing.toast.failed");
    const found = "errors" in sent ? faultsIn(PLACES, asShown(sent.errors)) : {};
    const isAtField = Object.keys(found).length > 0;
    const text = sent.outcome === "not-collecting" ? sent.notice.title : message;
    toast({ kind: "failed", title, text, isSilent: isAtField });
    if (sent.outcome === "texts-changed") onTextsChanged(sent.texts);
    if (isAtField && !found.captcha) return showFaults(found);
    const isNewSum = await drawing;
    if (isAtField) return showFaults(found);
    // A toast is gone after seconds; these sentences stay above the button.
    setTrouble([message, t(isNewSum ? "signing.failed.newSum" : "signing.failed.kept")]);
  }

  const noSum = lacksSum && captcha.outcome !== "ready" ? [t("signing.toast.captchaUnavailableHint")] : null;
  return { sending, refusal, trouble: noSum ?? trouble, send, onOtherSum };
}

function rememberSigned(
  { fullName, visibility }: ReturnType<typeof signatureIn>,
  { email, message, expiresAt }: Extract<Sent, { outcome: "accepted" }>,
): SignReceipt {
  window.dispatchEvent(new CustomEvent("petition:signed"));
  track("sign_success");
  keepThanks(true);
  const signedAt = new Date().toISOString();
  return { fullName, visibility: visibility ?? "public", email, message, expiresAt: expiresAt ?? "", signedAt };
}

/** The address at which a reloaded page thanks again, by the cookie of the receipt. No step in the history. */
export function keepThanks(kept: boolean): void {
  history.replaceState(history.state, "", `${location.pathname}${kept ? "?signed=1" : ""}#sign`);
}
