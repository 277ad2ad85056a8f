import type { ComponentProps } from "react";
import { type Page, pageIn } from "../../petition/addresses.ts";
import { useLanguage } from "../translation.tsx";

/** Posts the token in its body, never in an address. `intent`: which of a page's buttons it is. */
export function TokenForm({
  page,
  token,
  intent,
  children,
  ...form
}: { page: Page; token: string; intent?: string } & Omit<ComponentProps<"form">, "action" | "method">) {
  return (
    <form method="post" action={pageIn(useLanguage(), page)} {...form}>
      <input type="hidden" name="token" value={token} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
    </form>
  );
}
