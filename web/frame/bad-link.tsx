import type { ReactNode } from "react";
import { Text, useTranslations } from "../translation.tsx";
import { ResultSheet } from "./result-sheet.tsx";

export function BadLink({ children }: { children?: ReactNode }) {
  const t = useTranslations();
  return (
    <ResultSheet stamp="bad" title={t("withdrawal.link.unknown.title")} said={<Text of="withdrawal.link.unknown.message" />}>
      {children}
    </ResultSheet>
  );
}
