import type { Page } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { useTranslations } from "../translation.tsx";
import { TokenForm } from "./token-form.tsx";
import type { Unanswered as Answer } from "./token-page.ts";

/** Nobody knows whether it is done: the button asks for the very same once more, which does nothing twice. */
export function Unanswered({ page, token, result }: { page: Page; token: string; result: Answer }) {
  const t = useTranslations();
  return (
    <ResultSheet stamp="wait" title={t("confirmation.unanswered.title")} said={result.message}>
      <TokenForm page={page} token={token} className="hint-line">
        {result.posted
          .filter(([name]) => name !== "token")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <Button type="submit">{t("confirmation.failed.retry")}</Button>
      </TokenForm>
    </ResultSheet>
  );
}
