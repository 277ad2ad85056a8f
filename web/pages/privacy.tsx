import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { PAGES } from "../../petition/addresses.ts";
import { privacyPolicy } from "../content/privacy-policy.server.ts";
import { TextPage } from "../content/text-page.tsx";
import { factsContext } from "../context.ts";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true };

export function loader({ url, context }: LoaderFunctionArgs) {
  const facts = context.get(factsContext);
  return { policy: privacyPolicy(languageOf(url.pathname), facts), publicUrl: facts.publicUrl };
}

export const meta: Meta<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const { title, description } = loaderData.policy.meta;
  const named = `${title} – ${translatorFor(language)("frame.name")}`;
  return pageMeta({ language, path: PAGES.privacy, title: named, description, publicUrl: loaderData.publicUrl });
};

export default function Privacy() {
  const { policy } = useLoaderData<typeof loader>();
  return <TextPage text={policy} contents={policy.contents} below={<p className="source">{policy.updated}</p>} />;
}
