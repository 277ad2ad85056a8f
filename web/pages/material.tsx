import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { factsContext, petitionContext } from "../context.ts";
import { materialContent } from "../material/material-content.server.ts";
import { MaterialPage } from "../material/material-page.tsx";
import { useLoaderData } from "../runtime/page-state.tsx";
import { picturesOf } from "../share-image/size.ts";
import { languageOf } from "../translation.tsx";
import { pageTitled } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true };

export async function loader({ url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const { publicUrl } = context.get(factsContext);
  const notice = await context
    .get(petitionContext)
    .collectionNotice(language)
    .catch(() => null);
  const pictures = picturesOf(language, import.meta.env.SHARE_IMAGE_VERSION);
  return { content: materialContent(language, publicUrl, pictures), notice, publicUrl };
}

export const meta = pageTitled<typeof loader>("material", ({ content }) => content.meta);

export default function Material() {
  const { content, notice } = useLoaderData<typeof loader>();
  return <MaterialPage content={content} notice={notice} />;
}
