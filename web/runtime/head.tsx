import type { MetaDescriptor } from "react-router";
import { usePublicUrl } from "../frame/use-facts.ts";
import { useLanguage, useTranslations } from "../translation.tsx";
import { inScript } from "./in-script.ts";
import { usePageState } from "./page-state.tsx";

export function Described() {
  const { page, loaderData, fault } = usePageState();
  const facts = { language: useLanguage(), t: useTranslations(), publicUrl: usePublicUrl() };
  const tags = fault === undefined ? page.meta?.({ loaderData: loaderData as never, ...facts }) : undefined;
  return tags?.map((tag) => <Tag key={JSON.stringify(tag)} {...tag} />);
}

function Tag(tag: MetaDescriptor) {
  if ("title" in tag) return <title>{String(tag.title)}</title>;
  if ("script:ld+json" in tag)
    return (
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing else is written into a script
        dangerouslySetInnerHTML={{ __html: inScript(tag["script:ld+json"]) }}
      />
    );
  if ("tagName" in tag) {
    const { tagName: Name, ...rest } = tag as { tagName: "link" | "meta" };
    return <Name {...rest} />;
  }
  return <meta {...tag} />;
}
