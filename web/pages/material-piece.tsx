import { data, type LoaderFunctionArgs, redirect } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { materialPieceIn, pageIn } from "../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { factsContext, noticeFor, petitionContext } from "../context.ts";
import { printWords, sheetWords } from "../material/material-content.server.ts";
import { formAt, pieceAt } from "../material/pieces.ts";
import { PrintPage } from "../material/print-page.tsx";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { languageOf, petitionIn } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true, alone: true };

export async function loader({ url, params, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const found = foundBy(params);
  if (!found) throw data(null, { status: 404 });
  // Nothing calls for signatures that nobody takes.
  if (await noticeFor({ url, context })) throw redirect(pageIn(language, "material"));
  const { publicUrl } = context.get(factsContext);
  const { petitionVersion } = context.get(petitionContext).presentTexts(language);
  const { piece, form } = params;
  return {
    asked: { piece, form },
    words: printWords(language, found),
    sheet: sheetWords(language, { publicUrl, petitionVersion }),
  };
}

function foundBy({ piece: slug, form }: LoaderFunctionArgs["params"]) {
  const piece = pieceAt(slug);
  const found = piece && formAt(piece, form);
  return found && { piece, form: found };
}

export const meta: Meta<typeof loader> = ({ loaderData: { asked, words }, ...facts }) => {
  const found = foundBy(asked);
  if (!found) return [];
  const { piece, form } = found;
  const title = `${words.title}, ${words.forms.names[form.id]} – ${petitionIn(facts.t)}`;
  const path = materialPieceIn(DEFAULT_LANGUAGE, piece.slug, form.slug);
  return pageMeta({ path, title, description: words.text, noindex: true }, facts);
};

export default function MaterialPiece() {
  const { asked, words, sheet } = useLoaderData<typeof loader>();
  const found = foundBy(asked);
  return found && <PrintPage {...found} words={words} sheet={sheet} />;
}
