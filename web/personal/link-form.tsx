import type { PersonalLinkOutcome } from "../../contract/personal.ts";
import { pageIn } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { Icon } from "../design/icon.tsx";
import { EmailField } from "../frame/email-field.tsx";
import { SuccessNotice } from "../frame/success-notice.tsx";
import { takeFocus } from "../frame/take-focus.ts";
import type { TokenPageRequest } from "../token-page/token-page.ts";
import { Kept, useLanguage, useTranslations } from "../translation.tsx";

/** The outcome is the same for everybody. */
export function LinkForm({ answer }: { answer: LinkPageAnswer | null }) {
  const t = useTranslations();
  const error = answer?.outcome === "refused" ? answer.errors[0] : undefined;
  return (
    <form method="post" action={pageIn(useLanguage(), "personal")} noValidate className="hint-line">
      <input type="hidden" name="intent" value="send-link" />
      {answer && answer.outcome !== "refused" && <Notice answer={answer} />}
      <ErrorSummary
        heading="h2"
        title={t("withdrawal.faults.summary")}
        errors={error ? [{ href: "#email", text: error.message }] : []}
      />
      <EmailField
        label="withdrawal.form.email"
        hint="withdrawal.form.emailHint"
        error={error?.message}
        defaultValue={answer?.asked}
      />
      <Button type="submit">{t("personal.request.submit")}</Button>
    </form>
  );
}

function Notice({ answer }: { answer: LinkPageAnswer }) {
  const t = useTranslations();
  if (answer.outcome !== "accepted")
    return (
      <p className="failed form-notice" tabIndex={-1} ref={takeFocus}>
        <Icon name="warning" />
        <span>
          <Kept>{answer.message}</Kept>
        </span>
      </p>
    );
  return (
    <SuccessNotice tabIndex={-1} ref={takeFocus} title={t("personal.request.done")}>
      {answer.message}
    </SuccessNotice>
  );
}

/** `asked`: what the field holds when the page comes back; empty once it was accepted. */
export type LinkPageAnswer = PersonalLinkOutcome & { asked: string };

export const STATUS_OF_LINK = { accepted: 200, refused: 400, "too-many-attempts": 429, unavailable: 503 } as const;

export async function askForLink(
  { petition, visitor }: Pick<TokenPageRequest, "petition" | "visitor">,
  form: FormData,
): Promise<LinkPageAnswer> {
  const email = String(form.get("email") ?? "");
  const outcome = await petition.sendPersonalLink({ email, locale: visitor.language }, visitor);
  return { ...outcome, asked: outcome.outcome === "accepted" ? "" : email };
}
