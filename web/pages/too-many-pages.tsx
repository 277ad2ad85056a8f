import type { LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { factsContext } from "../context.ts";
import { learnSupporters } from "../supporters/messages.ts";
import { TooManyPages } from "../supporters/too-many-pages.tsx";
import { unlistedPage } from "./metadata.ts";

await learnSupporters();

export const handle: PageHandle = { isPublic: true, still: true };

export function loader({ context }: LoaderFunctionArgs) {
  return { publicUrl: context.get(factsContext).publicUrl };
}

export const meta = unlistedPage("tooManyPages", { title: "supporters.tooMany.title", description: "supporters.tooMany.text" });

export default function Page() {
  return <TooManyPages />;
}
