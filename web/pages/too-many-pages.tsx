import type { PageHandle } from "../../contract/page.ts";
import { learnSupporters } from "../supporters/messages.ts";
import { TooManyPages } from "../supporters/too-many-pages.tsx";
import { unlistedPage } from "./metadata.ts";

await learnSupporters();

export const handle: PageHandle = { isPublic: true, still: true };

export const meta = unlistedPage("tooManyPages", { title: "supporters.tooMany.title", description: "supporters.tooMany.text" });

export default function Page() {
  return <TooManyPages />;
}
