import type { ReactNode } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import { ReceiptForm } from "./receipt-form.tsx";

/** `alike`: among how many entries nobody who looks on can tell which one is checked. */
export function Verify({ alike }: { alike: number }) {
  const t = useTranslations();
  const language = useLanguage();
  const hydrated = useHydrated();
  const toOwnPage = (inner: ReactNode) => <a href={pageIn(language, "personal")}>{inner}</a>;
  return (
    <>
      <p className="mt-4">
        <Text of="transparency.verify.lede" values={{ alike }} tags={{ a: toOwnPage }} />
      </p>
      <p className="log-warning">
        <Text of="transparency.verify.warning" />
      </p>
      <div className="receipt-place">
        {hydrated ? (
          <ReceiptForm />
        ) : (
          <p>
            <a href="#command">{t("transparency.verify.withoutScript")}</a>
          </p>
        )}
      </div>
    </>
  );
}
