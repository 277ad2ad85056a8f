/** An address of its own, since a page can only answer with a page. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { pageIn } from "../../petition/addresses.ts";
import { petitionContext } from "../context.ts";
import { tokenIn } from "../token-page/token-page.ts";
import { languageOf, translatorFor } from "../translation.tsx";

export function loader({ url }: LoaderFunctionArgs) {
  return redirect(pageIn(languageOf(url.pathname), "personal"));
}

export async function action({ request, url, context }: ActionFunctionArgs) {
  const language = languageOf(url.pathname);
  const token = tokenIn(await request.formData());
  const file = await context.get(petitionContext).personalFile(token, { language });
  switch (file.outcome) {
    case "file":
      return new Response(file.json, {
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Content-Disposition": `attachment; filename="${file.name}"`,
          "Cache-Control": "private, no-store",
          "X-Robots-Tag": "noindex",
        },
      });
    case "too-many-acts":
      return new Response(translatorFor(language)("personal.tooMany", { minutes: Math.ceil(file.retryAfter / 60) }), {
        status: 429,
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          "Retry-After": String(file.retryAfter),
          "Cache-Control": "no-store",
        },
      });
    default:
      return redirect(`${pageIn(language, "personal")}?token=${encodeURIComponent(token)}`);
  }
}
