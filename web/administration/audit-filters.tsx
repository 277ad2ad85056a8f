import { useId, useMemo } from "react";
import { ABOUT_LENGTH_MAX, type AuditFilter } from "../../contract/audit.ts";
import { localeOf } from "../../messages/say.ts";
import { ACTORS, AUDIT_ACTIONS, isActor, isAuditAction } from "../../petition/audit.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useLanguage, useSay } from "../say.tsx";
import { NO_FILTER } from "./use-audit.ts";

/** Above the table: who, what, on which day, about what. */
export function AuditFilters({ filter, onFilter }: { filter: AuditFilter; onFilter(filter: AuditFilter): void }) {
  const say = useSay();
  const language = useLanguage();
  const hint = useId();
  const actions = useMemo(() => {
    const { compare } = new Intl.Collator(localeOf(language));
    return AUDIT_ACTIONS.map((action) => ({ action, name: say(`audit.action.${action}`) })).sort((one, other) =>
      compare(one.name, other.name),
    );
  }, [say, language]);
  const isNarrowed = filter.who !== null || filter.action !== null || filter.day !== "" || filter.about !== "";
  return (
    <search className="desk-filters">
      <div className="search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={say("audit.filter.about")}
          aria-describedby={hint}
          placeholder={say("audit.filter.about")}
          maxLength={ABOUT_LENGTH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={filter.about}
          onChange={(event) => onFilter({ ...filter, about: event.target.value })}
        />
      </div>
      <select
        className="input"
        aria-label={say("audit.filter.who")}
        value={filter.who ?? ""}
        onChange={({ target: { value } }) => onFilter({ ...filter, who: isActor(value) ? value : null })}
      >
        <option value="">{say("audit.filter.anyone")}</option>
        {ACTORS.map((who) => (
          <option key={who} value={who}>
            {say(`audit.who.${who}`)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={say("audit.filter.action")}
        value={filter.action ?? ""}
        onChange={({ target: { value } }) => onFilter({ ...filter, action: isAuditAction(value) ? value : null })}
      >
        <option value="">{say("audit.filter.anything")}</option>
        {actions.map(({ action, name }) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
      </select>
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
      <p className="hint" id={hint}>
        {say("audit.filter.aboutHint")}
      </p>
    </search>
  );
}
