/** Everything about a signer as a file. An address of its own, since a page can only answer with a page. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { pathIn } from "../../petition/language.ts";
import { petitionContext } from "../context.ts";
import { languageOf } from "../say.tsx";
import { tokenIn } from "./token-link.ts";

/** There is nothing to open here; the form on the page before posts. */
export function loader({ url }: LoaderFunctionArgs) {
  return redirect(pathIn(languageOf(url.pathname), "/meine-daten"));
}

export async function action({ request, url, context }: ActionFunctionArgs) {
  const token = tokenIn(await request.formData());
  const file = await context.get(petitionContext).personalFile(token);
  // The page says what is wrong with the link.
  if (!file) return redirect(`${pathIn(languageOf(url.pathname), "/meine-daten")}?token=${encodeURIComponent(token)}`);
  return new Response(file.json, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}"`,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
