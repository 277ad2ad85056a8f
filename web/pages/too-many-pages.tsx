import type { LoaderFunctionArgs, MetaFunction } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { PAGES } from "../../petition/addresses.ts";
import { factsContext } from "../context.ts";
import { TooManyPages } from "../supporters/too-many-pages.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

export const handle: PageHandle = { isPublic: true, still: true };

export function loader({ context }: LoaderFunctionArgs) {
  return { publicUrl: context.get(factsContext).publicUrl };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const title = `${t("supporters.tooMany.title")} – ${t("frame.name")}`;
  const description = t("supporters.tooMany.text");
  return pageMeta({ language, path: PAGES.tooManyPages, title, description, noindex: true, publicUrl: loaderData.publicUrl });
};

export default function Page() {
  return <TooManyPages />;
}
