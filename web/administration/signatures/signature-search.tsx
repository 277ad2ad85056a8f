import { SIGNATURE_STATES, type SignatureFilter } from "../../../contract/administration.ts";
import { LANGUAGES, OWN_NAMES } from "../../../petition/language.ts";
import { SEARCH_LENGTH_MAX } from "../../../petition/search.ts";
import { useSay } from "../../say.tsx";
import { Choice, Filters } from "../filters.tsx";

const VISIBILITIES = ["public", "private"] as const;

/** A search, and what narrows it, above the table. */
export function SignatureSearch({ filter, onFilter }: { filter: SignatureFilter; onFilter(filter: SignatureFilter): void }) {
  const say = useSay();
  return (
    <Filters
      label={say("desk.list.search")}
      hint={say("desk.list.searchHint")}
      longest={SEARCH_LENGTH_MAX}
      text={filter.search}
      onText={(search) => onFilter({ ...filter, search })}
    >
      <Choice
        label={say("desk.list.visibility")}
        any={say("desk.list.anyVisibility")}
        options={VISIBILITIES.map((value) => ({ value, name: say(`desk.list.${value}`) }))}
        chosen={filter.visibility}
        onChoose={(visibility) => onFilter({ ...filter, visibility })}
      />
      <Choice
        label={say("desk.list.language")}
        any={say("desk.list.anyLanguage")}
        options={LANGUAGES.map((value) => ({ value, name: OWN_NAMES[value], lang: value }))}
        chosen={filter.language}
        onChoose={(language) => onFilter({ ...filter, language })}
      />
      <Choice
        label={say("suspicion.state.label")}
        any={say("suspicion.state.any")}
        options={SIGNATURE_STATES.map((value) => ({ value, name: say(`suspicion.state.${value}`) }))}
        chosen={filter.state}
        onChoose={(state) => onFilter({ ...filter, state })}
      />
    </Filters>
  );
}
