import words from "virtual:words/transparency";
import { data, type LoaderFunctionArgs } from "react-router";
import { learn } from "../catalogues.ts";
import { factsContext, petitionContext } from "../context.ts";
import { useFacts, useLoaderData } from "../runtime/page-state.tsx";
import { languageOf } from "../translation.tsx";
import { shownLog } from "../transparency/shown-log.ts";
import { ALIKE } from "../transparency/tile-reading.ts";
import { TransparencyPage } from "../transparency/transparency-page.tsx";
import { PUBLIC, pageTitled } from "./metadata.ts";

// No other page needs these words. Before anything else of the page it awaits them.
await learn(words);

export const handle = PUBLIC;

export async function loader({ url, context }: LoaderFunctionArgs) {
  const { holdSuspicious } = context.get(factsContext);
  const language = languageOf(url.pathname);
  const published = await context
    .get(petitionContext)
    .transparency()
    .catch(() => undefined);
  const log = published ? shownLog(published, language) : published === null ? "unpublished" : "unavailable";
  return data({ log, alike: ALIKE, holdSuspicious } as const, { status: log === "unavailable" ? 503 : 200 });
}

export const meta = pageTitled<typeof loader>("transparency", (_, t) => ({
  title: t("transparency.meta.title"),
  description: t("transparency.meta.description"),
}));

export default function Transparency() {
  return <TransparencyPage {...useLoaderData<typeof loader>()} publicUrl={useFacts().publicUrl} />;
}
