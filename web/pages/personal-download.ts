/** Everything about a signer as a file. An address of its own, since a page can only answer with a page. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { pageIn } from "../../petition/addresses.ts";
import { petitionContext } from "../context.ts";
import { languageOf, translatorFor } from "../translation.tsx";
import { tokenIn } from "./token-link.ts";

/** There is nothing to open here; the form on the page before posts. */
export function loader({ url }: LoaderFunctionArgs) {
  return redirect(pageIn(languageOf(url.pathname), "personal"));
}

export async function action({ request, url, context }: ActionFunctionArgs) {
  const token = tokenIn(await request.formData());
  const file = await context.get(petitionContext).personalFile(token);
  // The page says what is wrong with the link.
  if (!file) return redirect(`${pageIn(languageOf(url.pathname), "personal")}?token=${encodeURIComponent(token)}`);
  if ("retryAfter" in file) {
    const sentence = translatorFor(languageOf(url.pathname))("personal.tooMany", { minutes: Math.ceil(file.retryAfter / 60) });
    const headers = {
      "Content-Type": "text/plain; charset=utf-8",
      "Retry-After": String(file.retryAfter),
      "Cache-Control": "no-store",
    };
    return new Response(sentence, { status: 429, headers });
  }
  return new Response(file.json, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}"`,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
