import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { SiteFacts } from "../../contract/site-facts.ts";
import type { DeleteBy } from "../../contract/withdrawal.ts";
import type { Translate } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import { petitionConfig } from "../../petition.config.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary, faultsIn, useFaults } from "../design/error-summary.tsx";
import { ConsentBox } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { useToast } from "../design/toast.tsx";
import { EmailField } from "../frame/email-field.tsx";
import { MailLink } from "../frame/mail-link.tsx";
import { SuccessNotice } from "../frame/success-notice.tsx";
import { Kept, Text, useLanguage, useTranslations } from "../translation.tsx";
import { checkWithdrawal, sendWithdrawal, type WithdrawPageAnswer, withdrawalIn } from "./withdrawal.ts";
import "./withdrawal.css";

const PLACES = { email: "email", confirmDeletion: "confirm-deletion" } as const;

type Result = { outcome: "accepted"; message: string; deleteBy: DeleteBy } | { outcome: "failed"; message: string };

interface WithdrawalFormProps {
  deleteBy: SiteFacts["deleteBy"];
  answer: WithdrawPageAnswer | null;
  onErased(): void;
}

export function WithdrawalForm({ deleteBy, answer, onErased }: WithdrawalFormProps) {
  const t = useTranslations();
  const { faults, summary, result, sending, onInput, onSubmit } = useWithdrawalForm({ deleteBy, answer, onErased });
  return (
    <form method="post" action={pageIn(useLanguage(), "withdrawal")} noValidate onSubmit={onSubmit} onInput={onInput}>
      {result && <ResultNotice result={result} takesFocus={answer === null} />}
      <ErrorSummary heading="h2" title={t("withdrawal.faults.summary")} errors={summary} />
      <EmailField
        label="withdrawal.form.email"
        hint="withdrawal.form.emailHint"
        error={faults.email}
        defaultValue={answer?.typed.email}
      />
      <ConsentBox
        id={PLACES.confirmDeletion}
        name="confirmDeletion"
        begin={answer?.typed.confirmDeletion}
        error={faults.confirmDeletion}
        label={t("withdrawal.form.confirm")}
      />
      <Button
        type="submit"
        kind={deleteBy === "request" ? "danger" : "solid"}
        wide
        busy={sending}
        busyLabel={t("withdrawal.form.sending")}
      >
        {t(`withdrawal.form.submit.${deleteBy}`)}
      </Button>
      <OnlyName />
    </form>
  );
}

function useWithdrawalForm({ deleteBy, answer, onErased }: WithdrawalFormProps) {
  const t = useTranslations();
  const language = useLanguage();
  const toast = useToast();
  const { faults, summary, isField, look, show } = useFaults(PLACES, answer?.outcome === "refused" ? answer.errors : []);
  const [result, setResult] = useState<Result | null>(() => resultOf(answer));
  const [sending, setSending] = useState(false);

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { name } = event.target as HTMLInputElement;
    if (!isField(name) || !faults[name]) return;
    look(name, checkWithdrawal(withdrawalIn(new FormData(event.currentTarget)), t));
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    if (event.nativeEvent.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const withdrawal = withdrawalIn(new FormData(form));
    const found = checkWithdrawal(withdrawal, t);
    show(found);
    setResult(null);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    const sent = await sendWithdrawal({ ...withdrawal, locale: language });
    setSending(false);
    if (sent.outcome === "accepted") {
      form.reset();
      // The page may have been loaded before mass deletions changed the procedure.
      const done = { ...sent, deleteBy: sent.deleteBy ?? deleteBy };
      setResult(done);
      if (done.deleteBy === "request") onErased();
      toast({ kind: "done", title: titleOf(done, t), text: sent.message, isSilent: true });
      return;
    }
    const message = sent.message ?? t("withdrawal.failed.message");
    toast({ kind: "failed", title: t("withdrawal.failed.title"), text: message, isSilent: true });
    if (sent.outcome === "refused") show(faultsIn(PLACES, sent.errors));
    else setResult({ outcome: "failed", message });
  }

  return { faults, summary, result, sending, onInput, onSubmit };
}

function OnlyName() {
  const t = useTranslations();
  return (
    <div className="only-name">
      <p className="strong">{t("withdrawal.onlyName.title")}</p>
      <p>{t("withdrawal.onlyName.text")}</p>
      <Button kind="quiet" type="submit" name="intent" value="send-link" formAction={pageIn(useLanguage(), "personal")}>
        {t("withdrawal.onlyName.submit")}
      </Button>
    </div>
  );
}

/** The outcome beside the form, because a toast is gone after five seconds. Takes the focus after the script sent the form. */
function ResultNotice({ result, takesFocus }: { result: Result; takesFocus: boolean }) {
  const t = useTranslations();
  const notice = useRef<HTMLElement>(null);
  const { email } = petitionConfig.organisation;
  useEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, [takesFocus]);
  if (result.outcome === "accepted")
    return (
      <SuccessNotice ref={notice} tabIndex={-1} title={titleOf(result, t)}>
        {result.message}
      </SuccessNotice>
    );
  return (
    <section ref={notice} tabIndex={-1} aria-label={result.message} className="form-notice">
      <p className="failed">
        <Icon name="warning" />
        <span>
          <Kept>{result.message}</Kept>
        </span>
      </p>
      {!result.message.includes(email) && (
        <p>
          <Text
            of="withdrawal.failed.byHand"
            values={{ email }}
            tags={{ mail: (inner) => <MailLink address={email}>{inner}</MailLink> }}
          />
        </p>
      )}
    </section>
  );
}

function titleOf({ deleteBy }: { deleteBy: DeleteBy }, t: Translate): string {
  return t(`withdrawal.done.${deleteBy}`);
}

function resultOf(answer: WithdrawPageAnswer | null): Result | null {
  if (answer === null || answer.outcome === "refused") return null;
  return answer.outcome === "accepted" ? answer : { outcome: "failed", message: answer.message };
}
