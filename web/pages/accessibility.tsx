import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { PAGES } from "../../petition/addresses.ts";
import { accessibilityStatement } from "../content/accessibility-statement.server.ts";
import { TextPage } from "../content/text-page.tsx";
import { factsContext } from "../context.ts";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true };

export function loader({ url, context }: LoaderFunctionArgs) {
  return { statement: accessibilityStatement(languageOf(url.pathname)), publicUrl: context.get(factsContext).publicUrl };
}

export const meta: Meta<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const { title, description } = loaderData.statement.meta;
  const named = `${title} – ${translatorFor(language)("frame.name")}`;
  return pageMeta({ language, path: PAGES.accessibility, title: named, description, publicUrl: loaderData.publicUrl });
};

export default function Accessibility() {
  return <TextPage text={useLoaderData<typeof loader>().statement} />;
}
