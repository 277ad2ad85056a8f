import { Button } from "../design/button.tsx";
import { forgetRememberedSheet, useRememberedSheet } from "../remembered-sheet.ts";
import { useTranslations } from "../translation.tsx";

/** For whoever comes back and wanted it remembered. It stands in a gap of the page: nothing moves when it comes. */
export function RememberedLine() {
  const t = useTranslations();
  const sheet = useRememberedSheet();
  if (!sheet) return null;
  return (
    <p className="remembered">
      <span>{t("remembered.line", { number: sheet.number })}</span>{" "}
      <Button kind="quiet" onClick={forgetRememberedSheet}>
        {t("remembered.forget")}
      </Button>
    </p>
  );
}
