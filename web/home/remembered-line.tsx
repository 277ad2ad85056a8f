import { Button } from "../design/button.tsx";
import { forgetRememberedSheet, useRememberedSheet } from "../remembered-sheet.ts";
import { useTranslations } from "../translation.tsx";

/** For returning visitors who asked to be remembered. It is in a gap of the page, so that nothing moves. */
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
