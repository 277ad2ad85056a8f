import type { LoaderFunctionArgs } from "react-router";
import { factsContext, noticeFor, petitionContext } from "../context.ts";
import { materialContent } from "../material/material-content.server.ts";
import { MaterialPage } from "../material/material-page.tsx";
import { useLoaderData } from "../runtime/page-state.tsx";
import { picturesOf } from "../share-image/size.ts";
import { languageOf } from "../translation.tsx";
import { PUBLIC, pageTitled } from "./metadata.ts";

export const handle = PUBLIC;

export async function loader({ url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const notice = await noticeFor({ url, context });
  const pictures = picturesOf(language, import.meta.env.SHARE_IMAGE_VERSION);
  const { petitionVersion } = context.get(petitionContext).presentTexts(language);
  const { publicUrl } = context.get(factsContext);
  return { content: materialContent(language, { publicUrl, petitionVersion }, pictures), notice };
}

export const meta = pageTitled<typeof loader>("material", ({ content }) => content.meta);

export default function Material() {
  return <MaterialPage {...useLoaderData<typeof loader>()} />;
}
