import { data, type LoaderFunctionArgs, redirect } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { materialPieceIn, pageIn } from "../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { factsContext, petitionContext } from "../context.ts";
import { formAt, pieceAt } from "../material/pieces.ts";
import { PrintPage } from "../material/print-page.tsx";
import { printWords, sheetWords } from "../material/sheet-words.server.ts";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true, alone: true };

export async function loader({ url, params, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const found = foundBy(params);
  if (!found) throw data(null, { status: 404 });
  const notice = await context
    .get(petitionContext)
    .collectionNotice(language)
    .catch(() => null);
  // Nothing calls for signatures that nobody takes.
  if (notice) throw redirect(pageIn(language, "material"));
  const { publicUrl } = context.get(factsContext);
  const { piece, form } = params;
  return { asked: { piece, form }, words: printWords(language, found), sheet: sheetWords(language, publicUrl), publicUrl };
}

function foundBy({ piece: slug, form }: LoaderFunctionArgs["params"]) {
  const piece = pieceAt(slug);
  const found = piece && formAt(piece, form);
  return found && { piece, form: found };
}

export const meta: Meta<typeof loader> = ({ loaderData, location }) => {
  const found = loaderData && foundBy(loaderData.asked);
  if (!found) return [];
  const { words, publicUrl } = loaderData;
  const { piece, form } = found;
  const language = languageOf(location.pathname);
  const title = `${words.title}, ${words.forms.names[form.id]} – ${translatorFor(language)("frame.name")}`;
  const path = materialPieceIn(DEFAULT_LANGUAGE, piece.slug, form.slug);
  return pageMeta({ language, path, title, description: words.text, noindex: true, publicUrl });
};

export default function MaterialPiece() {
  const { asked, words, sheet } = useLoaderData<typeof loader>();
  const found = foundBy(asked);
  return found && <PrintPage {...found} words={words} sheet={sheet} />;
}
