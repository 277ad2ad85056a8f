import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { accessibilityStatement } from "../content/accessibility-statement.server.ts";
import { TextPage } from "../content/text-page.tsx";
import { factsContext } from "../context.ts";
import { useLoaderData } from "../runtime/page-state.tsx";
import { languageOf } from "../translation.tsx";
import { pageTitled } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true };

export function loader({ url, context }: LoaderFunctionArgs) {
  return { statement: accessibilityStatement(languageOf(url.pathname)), publicUrl: context.get(factsContext).publicUrl };
}

export const meta = pageTitled<typeof loader>("accessibility", ({ statement }) => statement.meta);

export default function Accessibility() {
  return <TextPage text={useLoaderData<typeof loader>().statement} />;
}
