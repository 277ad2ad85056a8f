import { tidyName, type Visibility } from "../../petition/signing.ts";
import { initialsOf, publicName } from "../../petition/supporters.ts";
import { Avatar } from "../design/avatar.tsx";
import { FieldError } from "../design/field.tsx";
import { useFacts } from "../runtime/page-state.tsx";
import { useTranslations } from "../translation.tsx";
import type { entryIn } from "./form-fields.ts";

type ListEntry = ReturnType<typeof entryIn>;

export function NameInList({ entry, begin, error }: { entry: ListEntry; begin: Visibility | null; error?: string }) {
  const t = useTranslations();
  const publicHint = t(useFacts().publicNames === "full" ? "signing.form.publicHint" : "signing.form.publicHintInitials");
  return (
    <fieldset className="field" aria-describedby={error && "visibility-error"}>
      <legend className="legend">{t("signing.form.visibility")}</legend>{" "}
      <Choice value="public" begin={begin} label={t("signing.form.public")} hint={publicHint} />{" "}
      <Choice value="private" begin={begin} label={t("signing.form.private")} hint={t("signing.form.privateHint")} />
      <SignatureLine entry={entry} />
      {error && <FieldError id="visibility-error">{error}</FieldError>}
    </fieldset>
  );
}

function Choice({ value, begin, label, hint }: { value: Visibility; begin: Visibility | null; label: string; hint: string }) {
  return (
    <label className="choice">
      <input id={`visibility-${value}`} type="radio" name="visibility" value={value} defaultChecked={begin === value} />{" "}
      <b>{label}</b> <span className="hint">{hint}</span>
    </label>
  );
}

function SignatureLine({ entry }: { entry: ListEntry }) {
  const t = useTranslations();
  const names = useFacts().publicNames;
  const name = entry.visibility === null ? "" : publicName(tidyName(entry.fullName), names);
  const isNamed = entry.visibility === "public" && name !== "";
  const shown = entry.visibility === "private" ? t("supporters.anonymous") : name || t("signing.form.emptyName");
  return (
    <div className="signline">
      <Avatar initials={isNamed ? initialsOf(name) : undefined} style={0} small />{" "}
      <span className={shown === name || entry.visibility === "private" ? "name" : "name empty"}>
        <bdi>{shown}</bdi>
      </span>{" "}
      <span className="micro" aria-hidden="true" />
      <span className="hint">{t("signing.form.preview")}</span>
    </div>
  );
}
