import type { ComponentProps, ReactNode } from "react";
import { type Page, pageIn } from "../../petition/addresses.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { ResultPage, ResultSheet } from "../frame/result-sheet.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import type { Unanswered } from "./token-page.ts";

type FormProps = Omit<ComponentProps<"form">, "action" | "method"> & {
  page: Page;
  token: string;
  intent?: string;
  search?: string;
};

/** Posts the token in its body, never in an address. */
export function TokenForm({ page, token, intent, search = "", children, ...form }: FormProps) {
  return (
    <form method="post" action={pageIn(useLanguage(), page) + search} {...form}>
      <input type="hidden" name="token" value={token} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
    </form>
  );
}

export function TokenButton({ kind, children, ...form }: FormProps & Pick<ComponentProps<typeof Button>, "kind">) {
  return (
    <TokenForm className="hint-line" {...form}>
      <Button kind={kind} type="submit">
        {children}
      </Button>
    </TokenForm>
  );
}

interface ResultProps<Result> {
  page: Page;
  token: string;
  result: Result | Unanswered;
  children(result: Result): ReactNode;
}

/** `children` draws what came of the link. If no answer came, nobody knows whether it is done. */
export function TokenResult<Result extends { outcome: string }>({ page, token, result, children }: ResultProps<Result>) {
  return (
    <ResultPage>{isUnanswered(result) ? <AskAgain page={page} token={token} result={result} /> : children(result)}</ResultPage>
  );
}

function isUnanswered(result: { outcome: string }): result is Unanswered {
  return result.outcome === "unanswered";
}

function AskAgain({ page, token, result }: { page: Page; token: string; result: Unanswered }) {
  const t = useTranslations();
  return (
    <ResultSheet stamp="wait" title={t("confirmation.unanswered.title")} message={result.message}>
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

export function BadLink({ children }: { children?: ReactNode }) {
  const t = useTranslations();
  return (
    <ResultSheet stamp="bad" title={t("withdrawal.link.unknown.title")} message={<Text of="withdrawal.link.unknown.message" />}>
      {children}
    </ResultSheet>
  );
}

export function WayHome({ className }: { className?: string }) {
  const t = useTranslations();
  return (
    <p className={className}>
      <LinkButton href={pageIn(useLanguage(), "home")}>{t("confirmation.home")}</LinkButton>
    </p>
  );
}
