import { tidyName, type Visibility } from "../../petition/signing.ts";
import { publicName } from "../../petition/supporters.ts";
import { FieldError } from "../design/field.tsx";
import { useFacts } from "../runtime/page-state.tsx";
import { useTranslations } from "../translation.tsx";
import type { entryIn } from "./form-fields.ts";

type ListEntry = ReturnType<typeof entryIn>;

export function NameInList({ entry, begin, error }: { entry: ListEntry; begin: Visibility | null; error?: string }) {
  const t = useTranslations();
  const { publicNames } = useFacts();
  const publicHint = t(publicNames === "full" ? "signing.form.publicHint" : "signing.form.publicHintInitials");
  const name = entry.visibility === "public" ? publicName(tidyName(entry.fullName), publicNames) : "";
  return (
    <fieldset className="field" aria-describedby={error && "visibility-error"}>
      <legend className="legend">{t("signing.form.visibility")}</legend>{" "}
      <div className="choices">
        <Choice value="public" begin={begin} label={t("signing.form.public")} hint={publicHint} listedAs={name} />{" "}
        <Choice value="private" begin={begin} label={t("signing.form.private")} hint={t("signing.form.privateHint")} />
      </div>
      {error && <FieldError id="visibility-error">{error}</FieldError>}
    </fieldset>
  );
}

type ChoiceProps = { value: Visibility; begin: Visibility | null; label: string; hint: string; listedAs?: string };

/** `listedAs`: the line one signs on, over the hint. */
function Choice({ value, begin, label, hint, listedAs }: ChoiceProps) {
  return (
    <label className="choice">
      <input id={`visibility-${value}`} type="radio" name="visibility" value={value} defaultChecked={begin === value} />{" "}
      <b>{label}</b> <span className="hint">{hint}</span>
      {listedAs && (
        <span className="signline">
          {" "}
          <bdi translate="no">{listedAs}</bdi>
          <span className="micro" aria-hidden="true" />
        </span>
      )}
    </label>
  );
}
