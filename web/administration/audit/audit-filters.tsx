import { useMemo } from "react";
import { ABOUT_LENGTH_MAX, type AuditFilter } from "../../../contract/audit.ts";
import { localeOf } from "../../../messages/say.ts";
import { ACTORS, AUDIT_ACTIONS } from "../../../petition/audit.ts";
import { Button } from "../../design/button.tsx";
import { useLanguage, useSay } from "../../say.tsx";
import { Choice, Filters } from "../filters.tsx";
import { NO_FILTER } from "./use-audit.ts";

/** Above the table: who, what, on which day, about what. */
export function AuditFilters({ filter, onFilter }: { filter: AuditFilter; onFilter(filter: AuditFilter): void }) {
  const say = useSay();
  const language = useLanguage();
  const actions = useMemo(() => {
    const { compare } = new Intl.Collator(localeOf(language));
    return AUDIT_ACTIONS.map((action) => ({ value: action, name: say(`audit.action.${action}`) })).sort((one, other) =>
      compare(one.name, other.name),
    );
  }, [say, language]);
  const isNarrowed = filter.who !== null || filter.action !== null || filter.day !== "" || filter.about !== "";
  return (
    <Filters
      label={say("audit.filter.about")}
      hint={say("audit.filter.aboutHint")}
      longest={ABOUT_LENGTH_MAX}
      text={filter.about}
      onText={(about) => onFilter({ ...filter, about })}
    >
      <Choice
        label={say("audit.filter.who")}
        any={say("audit.filter.anyone")}
        options={ACTORS.map((value) => ({ value, name: say(`audit.who.${value}`) }))}
        chosen={filter.who}
        onChoose={(who) => onFilter({ ...filter, who })}
      />
      <Choice
        label={say("audit.filter.action")}
        any={say("audit.filter.anything")}
        options={actions}
        chosen={filter.action}
        onChoose={(action) => onFilter({ ...filter, action })}
      />
      <input
        className="input day"
        type="date"
        aria-label={say("audit.filter.day")}
        value={filter.day}
        max="9998-12-31"
        onChange={(event) => onFilter({ ...filter, day: event.target.value })}
      />
      {isNarrowed && (
        <Button kind="quiet" onClick={() => onFilter(NO_FILTER)}>
          {say("audit.filter.clear")}
        </Button>
      )}
    </Filters>
  );
}
