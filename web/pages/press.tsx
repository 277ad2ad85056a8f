import type { LoaderFunctionArgs } from "react-router";
import { noticeFor, petitionContext } from "../context.ts";
import { pressContent } from "../material/material-content.server.ts";
import { PressPage } from "../material/press-page.tsx";
import { useLoaderData } from "../runtime/page-state.tsx";
import { picturesOf } from "../share-image/size.ts";
import { languageOf } from "../translation.tsx";
import { PUBLIC, pageTitled } from "./metadata.ts";

export const handle = PUBLIC;

export async function loader({ url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const petition = context.get(petitionContext);
  const [stats, notice] = await Promise.all([petition.stats().catch(() => null), noticeFor({ url, context })]);
  const pictures = notice ? null : picturesOf(language, import.meta.env.SHARE_IMAGE_VERSION);
  return pressContent({ language, stats, pictures });
}

export const meta = pageTitled<typeof loader>("press", ({ meta }) => meta);

export default function Press() {
  return <PressPage content={useLoaderData<typeof loader>()} />;
}
