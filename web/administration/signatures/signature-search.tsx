import type { SignatureFilter } from "../../../contract/administration/signatures.ts";
import { LANGUAGES, ownNameOf } from "../../../petition/language.ts";
import { SEARCH_LENGTH_MAX, SIGNATURE_STATES } from "../../../petition/search.ts";
import { useTranslations } from "../../translation.tsx";
import { Choice, Filters } from "../filters.tsx";
import type { Step } from "../place.ts";
import { VISIBILITIES } from "./use-signatures.ts";

export function SignatureSearch({
  filter,
  onFilter,
}: {
  filter: SignatureFilter;
  onFilter(filter: SignatureFilter, step?: Step): void;
}) {
  const t = useTranslations();
  return (
    <Filters
      label={t("administration.list.search")}
      hint={t("administration.list.searchHint")}
      longest={SEARCH_LENGTH_MAX}
      text={filter.search}
      onText={(search) => onFilter({ ...filter, search }, "replaced")}
    >
      <Choice
        label={t("administration.list.visibility")}
        any={t("administration.list.anyVisibility")}
        options={VISIBILITIES.map((value) => ({ value, name: t(`administration.list.${value}`) }))}
        chosen={filter.visibility}
        onChoose={(visibility) => onFilter({ ...filter, visibility })}
      />
      <Choice
        label={t("administration.list.language")}
        any={t("administration.list.anyLanguage")}
        options={LANGUAGES.map((value) => ({ value, name: ownNameOf(value), lang: value }))}
        chosen={filter.language}
        onChoose={(language) => onFilter({ ...filter, language })}
      />
      <Choice
        label={t("suspicion.state.label")}
        any={t("suspicion.state.any")}
        options={SIGNATURE_STATES.map((value) => ({ value, name: t(`suspicion.state.${value}`) }))}
        chosen={filter.state}
        onChoose={(state) => onFilter({ ...filter, state })}
      />
    </Filters>
  );
}
