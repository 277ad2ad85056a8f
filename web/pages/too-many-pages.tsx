import type { MetaFunction } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { TooManyPages } from "../supporters/too-many-pages.tsx";

export const handle: PageHandle = { isPublic: true, still: true };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function Page() {
  return <TooManyPages />;
}
