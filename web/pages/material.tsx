import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { PAGES } from "../../petition/addresses.ts";
import { factsContext, petitionContext } from "../context.ts";
import { materialContent } from "../material/material-content.server.ts";
import { MaterialPage } from "../material/material-page.tsx";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { picturesOf } from "../share-image/size.ts";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

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

export const meta: Meta<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const { content, publicUrl } = loaderData;
  const language = languageOf(location.pathname);
  const title = `${content.meta.title} – ${translatorFor(language)("frame.name")}`;
  return pageMeta({ language, path: PAGES.material, title, description: content.meta.description, publicUrl });
};

export default function Material() {
  const { content, notice } = useLoaderData<typeof loader>();
  return <MaterialPage content={content} notice={notice} />;
}
