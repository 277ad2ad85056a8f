import type { MetaFunction } from "react-router";
import { TooManyPages } from "../supporters/too-many-pages.tsx";

/** Sent in the place of a page of the list: a script would look for that page's data. */
export const handle = { still: true };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function Page() {
  return <TooManyPages />;
}
