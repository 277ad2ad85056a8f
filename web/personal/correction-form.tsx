import { useState } from "react";
import type { PersonalData, PersonalOutcome, Visibility } from "../../contract/petition.ts";
import { pathIn } from "../../petition/language.ts";
import { NAME_LENGTH } from "../../petition/signing.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { Field } from "../design/field.tsx";
import { useLanguage, useSay } from "../say.tsx";
import { sentenceForName } from "../signing/check-signing.ts";
import { NameInList } from "../signing/name-in-list.tsx";

/** The name's spelling, and who may see it. Posts by itself: a page that is seldom used needs no script to send. */
export function CorrectionForm({ result, token }: { result: Extract<PersonalOutcome, { data: PersonalData }>; token: string }) {
  const say = useSay();
  const language = useLanguage();
  const { data } = result;
  const refused = result.outcome === "refused" ? { typed: result.typed, error: sentenceForName(result.fault, say) } : null;
  const [entry, setEntry] = useState({ fullName: refused?.typed ?? data.fullName, visibility: data.visibility });
  return (
    <form
      method="post"
      action={pathIn(language, "/meine-daten")}
      noValidate
      onInput={(event) => setEntry(entryIn(new FormData(event.currentTarget)))}
    >
      <ErrorSummary
        title={say("personal.change.refused")}
        errors={refused ? [{ href: "#full-name", text: refused.error }] : []}
      />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value="correct" />
      <Field
        id="full-name"
        name="fullName"
        label={say("signing.form.fullName")}
        error={refused?.error}
        autoComplete="name"
        // Twice the bound, since a letter may be two characters; the server counts.
        maxLength={NAME_LENGTH.max * 2}
        required
        defaultValue={refused?.typed ?? data.fullName}
      />
      <NameInList entry={entry} begin={data.visibility} />
      <Button kind="line" type="submit">
        {say("personal.change.submit")}
      </Button>
    </form>
  );
}

function entryIn(form: FormData): { fullName: string; visibility: Visibility } {
  return {
    fullName: String(form.get("fullName") ?? ""),
    visibility: form.get("visibility") === "private" ? "private" : "public",
  };
}
