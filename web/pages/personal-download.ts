/** An address of its own, since a page can only answer with a page. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { pageIn } from "../../petition/addresses.ts";
import { writeReceiptProof } from "../../petition/transparency/receipt.ts";
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
    if (own.outcome !== "receipt") return toOwnPage();
    if (url.searchParams.get("format") !== "tlog-proof") return saved(receiptFile(own));
    return saved({ name: `beleg-${own.code}.tlog-proof`, proof: writeReceiptProof(own.receipt) });
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

function saved(file: { name: string } & ({ json: string } | { proof: string })): Response {
  const [type, content] = "json" in file ? ["application/json", file.json] : ["text/plain", file.proof];
  return new Response(content, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${file.name}"`,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
