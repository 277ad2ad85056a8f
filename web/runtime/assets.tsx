/** What the build made of the page. Only the server knows it; a browser leaves it unchanged. */
import { createContext, use } from "react";
import type { LinkDescriptor } from "react-router";
import { inScript } from "./in-script.ts";
import type { PagePayload } from "./page-state.tsx";

export const PAYLOAD = "payload";

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
