import { createContext, use } from "react";
import type { LinkDescriptor, MetaDescriptor } from "react-router";
import { useLanguage, useTranslations } from "../translation.tsx";
import { type PagePayload, useFacts, usePageState } from "./page-state.tsx";

export const PAYLOAD = "payload";

/** What the build made of the page. Only the server knows it; a browser leaves it unchanged. */
export interface Assets {
  styles: string[];
  links: LinkDescriptor[];
  payload: PagePayload & { module: string; root: string; imports: string[] };
  scripts: string[];
}

export const AssetsContext = createContext<Assets | null>(null);

export function HeadAssets() {
  const assets = use(AssetsContext);
  return (
    assets && (
      <>
        {assets.links.map((link) => (
          <link key={JSON.stringify(link)} {...(link as object)} />
        ))}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
      </>
    )
  );
}

export function EarlyScript({ src }: { src: string }) {
  return use(AssetsContext) && <script src={src} />;
}

export function Scripts() {
  const assets = use(AssetsContext);
  return (
    assets && (
      <>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: nothing else is written into a script */}
        <script id={PAYLOAD} type="application/json" dangerouslySetInnerHTML={{ __html: inScript(assets.payload) }} />
        {assets.scripts.map((script) => (
          <script key={script} type="module" src={script} />
        ))}
      </>
    )
  );
}

export function Described() {
  const { page, loaderData, fault } = usePageState();
  const facts = { language: useLanguage(), t: useTranslations(), publicUrl: useFacts().publicUrl };
  const tags = fault === undefined ? page.meta?.({ loaderData: loaderData as never, ...facts }) : undefined;
  return tags?.map((tag) => <Tag key={JSON.stringify(tag)} {...tag} />);
}

function Tag(tag: MetaDescriptor) {
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
  // Links have titles, too.
  if ("title" in tag) return <title>{String(tag.title)}</title>;
  return <meta {...tag} />;
}

/** JSON that ends no script element and begins no comment in it. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
