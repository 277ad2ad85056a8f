import { useMemo } from "react";
import type { AuditFilter } from "../../../contract/administration/audit.ts";
import { localeOf } from "../../../messages/translate.ts";
import { ABOUT_LENGTH_MAX, ACTORS, AUDIT_ACTIONS } from "../../../petition/audit.ts";
import { Button } from "../../design/button.tsx";
import { useLanguage, useTranslations } from "../../translation.tsx";
import { Choice, Filters } from "../filters.tsx";
import type { Step } from "../place.ts";
import { NO_FILTER } from "./use-audit.ts";

export function AuditFilters({ filter, onFilter }: { filter: AuditFilter; onFilter(filter: AuditFilter, step?: Step): void }) {
  const t = useTranslations();
  const language = useLanguage();
  const actions = useMemo(() => {
    const { compare } = new Intl.Collator(localeOf(language));
    return AUDIT_ACTIONS.map((action) => ({ value: action, name: t(`audit.action.${action}`) })).sort((one, other) =>
      compare(one.name, other.name),
    );
  }, [t, language]);
  const isNarrowed = filter.who !== null || filter.action !== null || filter.day !== "" || filter.about !== "";
  return (
    <Filters
      label={t("audit.filter.about")}
      hint={t("audit.filter.aboutHint")}
      longest={ABOUT_LENGTH_MAX}
      text={filter.about}
      onText={(about) => onFilter({ ...filter, about }, "replaced")}
    >
      <Choice
        label={t("audit.filter.who")}
        any={t("audit.filter.anyone")}
        options={ACTORS.map((value) => ({ value, name: t(`audit.who.${value}`) }))}
        chosen={filter.who}
        onChoose={(who) => onFilter({ ...filter, who })}
      />
      <Choice
        label={t("audit.filter.action")}
        any={t("audit.filter.anything")}
        options={actions}
        chosen={filter.action}
        onChoose={(action) => onFilter({ ...filter, action })}
      />
      <input
        className="input day"
        type="date"
        aria-label={t("audit.filter.day")}
        value={filter.day}
        max="9998-12-31"
        onChange={(event) => onFilter({ ...filter, day: event.target.value }, "replaced")}
      />
      {isNarrowed && (
        <Button kind="quiet" onClick={() => onFilter(NO_FILTER)}>
          {t("audit.filter.clear")}
        </Button>
      )}
    </Filters>
  );
}
