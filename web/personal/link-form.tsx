import type { FieldRefusal } from "../../contract/visitor.ts";
import { pageIn } from "../../petition/addresses.ts";
import { EMAIL_LENGTH } from "../../petition/email-address.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { Field } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Kept, Text, useLanguage, useTranslations } from "../translation.tsx";
import type { LinkPageAnswer } from "./link-action.ts";

/** Posts to its page, with a script and without: what comes of it is the same for everybody. */
export function LinkForm({ answer }: { answer: LinkPageAnswer | null }) {
  const t = useTranslations();
  const refusals: FieldRefusal[] = answer?.outcome === "refused" ? answer.errors : [];
  const [error] = refusals;
  return (
    <form method="post" action={pageIn(useLanguage(), "personal")} noValidate className="hint-line">
      <input type="hidden" name="intent" value="send-link" />
      {answer && answer.outcome !== "refused" && <Notice answer={answer} />}
      <ErrorSummary
        heading="h2"
        title={t("withdrawal.faults.summary")}
        errors={error ? [{ href: "#email", text: error.message }] : []}
      />
      <Field
        id="email"
        name="email"
        label={<Text of="withdrawal.form.email" />}
        hint={t("withdrawal.form.emailHint")}
        error={error && <Kept>{error.message}</Kept>}
        type="text"
        dir="ltr"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={EMAIL_LENGTH.max}
        required
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
      <p className="failed mb-6" role="alert">
        <Icon name="warning" />
        <span>
          <Kept>{answer.message}</Kept>
        </span>
      </p>
    );
  return (
    <div role="status" className="mb-6 flex gap-3 bg-moss-tint p-4">
      <span className="mt-0.5 text-moss">
        <Icon name="tick" />
      </span>
      <div>
        <p className="font-semibold">{t("personal.request.done")}</p>
        <p>
          <Kept>{answer.message}</Kept>
        </p>
      </div>
    </div>
  );
}
