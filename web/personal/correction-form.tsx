import { type ReactNode, useState } from "react";
import type { PersonalData, PersonalOutcome } from "../../contract/personal.ts";
import { NAME_LENGTH, NAME_SENTENCES, type Visibility } from "../../petition/signing.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { Field } from "../design/field.tsx";
import { TokenForm } from "../token-page/result.tsx";
import { useTranslations } from "../translation.tsx";

export type VisibilityField = (entry: CorrectedFields, begin: Visibility) => ReactNode;

export interface CorrectedFields {
  fullName: string;
  visibility: Visibility;
}

export function CorrectionForm({
  result,
  token,
  visibilityField,
}: {
  result: Extract<PersonalOutcome, { data: PersonalData }>;
  token: string;
  visibilityField: VisibilityField;
}) {
  const t = useTranslations();
  const { data } = result;
  const error = result.outcome === "refused" ? t(NAME_SENTENCES[result.fault], NAME_LENGTH) : undefined;
  const typed = "typed" in result && result.typed ? result.typed : data;
  const [entry, setEntry] = useState<CorrectedFields>({ fullName: typed.fullName, visibility: typed.visibility });
  return (
    <TokenForm
      page="personal"
      token={token}
      intent="correct"
      noValidate
      onInput={(event) => setEntry(entryIn(new FormData(event.currentTarget)))}
    >
      <ErrorSummary title={t("personal.change.refused")} errors={error ? [{ href: "#full-name", text: error }] : []} />
      <Field
        id="full-name"
        name="fullName"
        label={t("signing.form.fullName")}
        error={error}
        dir="auto"
        autoComplete="name"
        // Twice the bound, since a letter may be two characters; the server counts.
        maxLength={NAME_LENGTH.max * 2}
        required
        defaultValue={typed.fullName}
      />
      {visibilityField(entry, typed.visibility)}
      <Button kind="line" type="submit">
        {t("personal.change.submit")}
      </Button>
    </TokenForm>
  );
}

function entryIn(form: FormData): CorrectedFields {
  return {
    fullName: String(form.get("fullName") ?? ""),
    visibility: form.get("visibility") === "private" ? "private" : "public",
  };
}
