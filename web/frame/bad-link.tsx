import { Text, useTranslations } from "../translation.tsx";
import { ResultSheet } from "./result-sheet.tsx";

export function BadLink() {
  const t = useTranslations();
  return (
    <ResultSheet stamp="bad" title={t("withdrawal.link.unknown.title")} said={<Text of="withdrawal.link.unknown.message" />} />
  );
}
