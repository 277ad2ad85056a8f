/** What the page is painted with has the line to itself: the page's script is fetched afterwards. */
import "./trusted-types.ts";
import type { Assets, TOLD } from "./runtime/assets.tsx";
import type { PageModule } from "./runtime/standing.tsx";

/** Milliseconds: some programs that show pages call nobody before they paint. */
const PAINTED_WITHIN = 3_000;

if (import.meta.env.DEV) await import("./runtime/developing.ts");

const told = JSON.parse(document.getElementById("told" satisfies typeof TOLD)?.textContent ?? "") as Assets["told"];
await painted();
// What they import is asked for beside them, instead of once they are read.
const [root, page] = [told.root, told.module, ...told.imports].map((file) => import(/* @vite-ignore */ file));
const { handle, default: Root } = (await root) as typeof import("./root.tsx");
await handle.hydrate(Root, told, page as Promise<PageModule>);

/** At once where nothing is painted: in a tab that nobody looks at. */
function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
    // It is called right before the painting.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINTED_WITHIN);
  });
}
