import type { LoaderFunctionArgs } from "react-router";
import { privacyPolicy } from "../content/privacy-policy.server.ts";
import { TextPage } from "../content/text-page.tsx";
import { factsContext } from "../context.ts";
import { useLoaderData } from "../runtime/page-state.tsx";
import { languageOf } from "../translation.tsx";
import { PUBLIC, pageTitled } from "./metadata.ts";

export const handle = PUBLIC;

export function loader({ url, context }: LoaderFunctionArgs) {
  return privacyPolicy(languageOf(url.pathname), context.get(factsContext));
}

export const meta = pageTitled<typeof loader>("privacy", ({ meta }) => meta);

export default function Privacy() {
  const policy = useLoaderData<typeof loader>();
  return <TextPage text={policy} contents={policy.contents} below={<p className="source">{policy.updated}</p>} />;
}
