import { DEMANDS } from "../demands.ts";
import { recipientIn } from "../handover.ts";
import { useLanguage, useTranslations } from "../translation.tsx";

export function DemandList(props: { className?: string; "aria-labelledby"?: string }) {
  const t = useTranslations();
  return (
    <ol {...props}>
      {DEMANDS.map((demand) => (
        <li key={demand}>{t(demand)}</li>
      ))}
    </ol>
  );
}

export function Demands() {
  const t = useTranslations();
  const recipient = recipientIn(useLanguage());
  return (
    <div className="demands">
      <p id="demands-title">
        <b>{t("home.why.demands.title")}</b>
      </p>
      <DemandList aria-labelledby="demands-title" />
      <p className="soft">{recipient === null ? t("home.sheet.recipientOpen") : t("home.sheet.recipient", { recipient })}</p>
    </div>
  );
}
