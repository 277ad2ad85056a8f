/** An address of its own, since a page can only answer with a page. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { pageIn } from "../../petition/addresses.ts";
import { petitionContext } from "../context.ts";
import { tokenIn } from "../token-page/token-page.ts";
import { languageOf, translatorFor } from "../translation.tsx";
import { receiptFile } from "../transparency/receipt-file.ts";

export function loader({ url }: LoaderFunctionArgs) {
  return redirect(pageIn(languageOf(url.pathname), "personal"));
}

export async function action({ request, url, context }: ActionFunctionArgs) {
  const language = languageOf(url.pathname);
  const form = await request.formData();
  const token = tokenIn(form);
  const petition = context.get(petitionContext);
  const toOwnPage = () => redirect(`${pageIn(language, "personal")}?token=${encodeURIComponent(token)}`);
  if (form.get("intent") === "receipt") {
    const own = await petition.ownReceipt(token, { language });
    return own.outcome === "receipt" ? saved(receiptFile(own)) : toOwnPage();
  }
  const file = await petition.personalFile(token, { language });
  if (file.outcome === "file") return saved(file);
  if (file.outcome !== "too-many-acts") return toOwnPage();
  return new Response(translatorFor(language)("personal.tooMany", { minutes: Math.ceil(file.retryAfter / 60) }), {
    status: 429,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Retry-After": String(file.retryAfter),
      "Cache-Control": "no-store",
    },
  });
}

function saved({ name, json }: { name: string; json: string }): Response {
  return new Response(json, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
