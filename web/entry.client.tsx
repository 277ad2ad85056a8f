/** What the page is painted with gets the bandwidth first: the page's script is fetched afterwards. */
import "./trusted-types.ts";
import type { Assets, PAYLOAD } from "./runtime/document.tsx";
import type { PageModule } from "./runtime/page-state.tsx";

/** Milliseconds: some programs that show pages call nobody before they paint. */
const PAINTED_WITHIN = 3_000;

if (import.meta.env.DEV) await import("./runtime/developing.ts");

const payload = JSON.parse(document.getElementById("payload" satisfies typeof PAYLOAD)?.textContent ?? "") as Assets["payload"];
await painted();
// What they import is asked for beside them, instead of once they are read.
const [root, page] = [payload.root, payload.module, ...payload.imports].map((file) => import(/* @vite-ignore */ file));
const { handle, default: Root } = (await root) as typeof import("./root.tsx");
await handle.hydrate(Root, payload, page as Promise<PageModule>);

/** At once in a hidden tab, where nothing is painted. */
function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
    // It is called right before the painting.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINTED_WITHIN);
  });
}
