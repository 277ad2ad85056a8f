import { data, type LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { PAGES } from "../../petition/addresses.ts";
import { factsContext, petitionContext } from "../context.ts";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { learnTransparency } from "../transparency/messages.ts";
import { shownLog } from "../transparency/shown-log.ts";
import { ALIKE } from "../transparency/tile-reading.ts";
import { TransparencyPage } from "../transparency/transparency-page.tsx";
import { pageMeta } from "./metadata.ts";

await learnTransparency();

export const handle: PageHandle = { isPublic: true };

export async function loader({ url, context }: LoaderFunctionArgs) {
  const { publicUrl, holdSuspicious } = context.get(factsContext);
  const language = languageOf(url.pathname);
  const published = await context
    .get(petitionContext)
    .transparency()
    .catch(() => undefined);
  const log = published ? shownLog(published, language) : published === null ? "unpublished" : "unavailable";
  return data({ log, publicUrl, alike: ALIKE, holdSuspicious } as const, { status: log === "unavailable" ? 503 : 200 });
}

export const meta: Meta<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const title = `${t("transparency.meta.title")} – ${t("frame.name")}`;
  const description = t("transparency.meta.description");
  return pageMeta({ language, path: PAGES.transparency, title, description, publicUrl: loaderData.publicUrl });
};

export default function Transparency() {
  return <TransparencyPage {...useLoaderData<typeof loader>()} />;
}
