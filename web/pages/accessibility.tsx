import type { LoaderFunctionArgs } from "react-router";
import { accessibilityStatement } from "../content/accessibility-statement.server.ts";
import { TextPage } from "../content/text-page.tsx";
import { useLoaderData } from "../runtime/page-state.tsx";
import { languageOf } from "../translation.tsx";
import { PUBLIC, pageTitled } from "./metadata.ts";

export const handle = PUBLIC;

export function loader({ url }: LoaderFunctionArgs) {
  return accessibilityStatement(languageOf(url.pathname));
}

export const meta = pageTitled<typeof loader>("accessibility", ({ meta }) => meta);

export default function Accessibility() {
  return <TextPage text={useLoaderData<typeof loader>()} />;
}
