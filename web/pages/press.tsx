import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { PAGES } from "../../petition/addresses.ts";
import { factsContext, petitionContext } from "../context.ts";
import { pressContent } from "../material/press-content.server.ts";
import { PressPage } from "../material/press-page.tsx";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { picturesOf } from "../share-image/size.ts";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true };

export async function loader({ url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const petition = context.get(petitionContext);
  // The page stands without the count, too.
  const [stats, notice] = await Promise.all([
    petition.stats().catch(() => null),
    petition.collectionNotice(language).catch(() => null),
  ]);
  const pictures = notice ? null : picturesOf(language, import.meta.env.SHARE_IMAGE_VERSION);
  return { content: pressContent({ language, stats, pictures }), publicUrl: context.get(factsContext).publicUrl };
}

export const meta: Meta<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const { content, publicUrl } = loaderData;
  const language = languageOf(location.pathname);
  const title = `${content.meta.title} – ${translatorFor(language)("frame.name")}`;
  return pageMeta({ language, path: PAGES.press, title, description: content.meta.description, publicUrl });
};

export default function Press() {
  return <PressPage content={useLoaderData<typeof loader>().content} />;
}
