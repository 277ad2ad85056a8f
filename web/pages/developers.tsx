import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { petitionContext } from "../context.ts";
import { ApiPage } from "../discovery/api-page.tsx";
import { apiView, apiWords } from "../discovery/api-view.server.ts";
import { useLoaderData } from "../runtime/page-state.tsx";
import { languageOf } from "../translation.tsx";
import { pageTitled } from "./metadata.ts";

/** Nothing on it moves, and what a script would have to know of it would make it twice as long. */
export const handle: PageHandle = { isPublic: true, still: true };

export function loader({ url, context }: LoaderFunctionArgs) {
  return { api: apiView(context.get(petitionContext).describedApi()), words: apiWords(languageOf(url.pathname)) };
}

export const meta = pageTitled<typeof loader>("developers", ({ words: { title, lede } }) => ({ title, description: lede }), {
  noindex: true,
});

export default function Developers() {
  return <ApiPage {...useLoaderData<typeof loader>()} />;
}
