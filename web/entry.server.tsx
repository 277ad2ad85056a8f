import { hash } from "node:crypto";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider } from "react-router";
import { LANGUAGES } from "../petition/language.ts";
import { loadLanguage } from "./catalogues.ts";
import { unavailabilityContext } from "./context.ts";
import Root from "./root.tsx";
import { type Assets, AssetsContext } from "./runtime/document.tsx";
import { type FrameFacts, type PageModule, type PagePayload, PageStateProvider } from "./runtime/page-state.tsx";

// What the policy says is kept with each signature, by its version.
export { policyText } from "./content/privacy-policy.server.ts";
// The server must set values under the keys of this very build.
export { clockContext, factsContext, petitionContext, unavailabilityContext, visitorContext } from "./context.ts";

await Promise.all(LANGUAGES.map(loadLanguage));

/** A page depends on its payload alone, not even on the time: a browser that has it gets 304, and nothing is rendered. */
export default async function handleRequest(
  request: Request,
  usual: number,
  headers: Headers,
  found: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  const message = context.get(unavailabilityContext).message();
  const status = message === undefined ? usual : 503;
  const fault = found.staticHandlerContext.errors ? { status, message } : undefined;
  const { page, assets } = pageStateOf(found, fault);
  const words = JSON.stringify(assets.payload);
  const made = `"${hash("sha256", JSON.stringify([status, ...headers, words]), "base64url")}"`;
  if (request.headers.get("if-none-match") === made) return new Response(null, { status: 304 });
  const { pathname, search } = new URL(request.url);
  // What the browser will read, so that both render the same.
  const payload = JSON.parse(words) as PagePayload;
  const { html, isWhole } = await rendered(
    <AssetsContext value={assets}>
      <PageStateProvider state={{ ...payload, page, address: { pathname, search } }}>
        <Root />
      </PageStateProvider>
    </AssetsContext>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (isWhole) headers.set("ETag", made);
  // What the page waits for before it paints stands last in its head: a header asks for it before fonts and scripts.
  for (const style of assets.styles) headers.append("Link", `<${style}>; rel=preload; as=style`);
  return new Response(html, { status, headers });
}

/** Complete, unless a part failed: then the next rendering may do better. */
function rendered(document: ReactNode): Promise<{ html: Buffer<ArrayBuffer>; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    let isWhole = true;
    const { pipe } = renderToPipeableStream(document, {
      // React would put a suspended part after the end of the page, for a script to move: some readers run none.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        const body = new PassThrough();
        buffer(body).then((html) => resolve({ html, isWhole }), reject);
        pipe(body);
      },
      onShellError: reject,
      onError(error) {
        isWhole = false;
        report(error);
      },
    });
  });
}

function pageStateOf(found: EntryContext, fault: PagePayload["fault"]): { page: PageModule; assets: Assets } {
  const { manifest, routeModules, staticHandlerContext, criticalCss } = found;
  const { matches, loaderData, actionData } = staticHandlerContext;
  const { id } = matches.at(-1)?.route ?? { id: "not-found" };
  const page = routeModules[id] as unknown as PageModule;
  const { module, imports = [] } = manifest.routes[id] ?? { module: "" };
  const root = manifest.routes.root;
  const styles = ["root", id].flatMap((route) => manifest.routes[route]?.css ?? []);
  // In development, styles come by scripts, which would be too late.
  const early = typeof criticalCss === "object" ? [criticalCss.href] : [];
  const runtime = manifest.hmr ? [manifest.hmr.runtime] : [];
  return {
    page,
    assets: {
      payload: {
        ...{ id, module, root: root?.module ?? "", imports: [...new Set([...(root?.imports ?? []), ...imports])] },
        frame: (loaderData.root ?? null) as FrameFacts | null,
        loaderData: loaderData[id],
        actionData: actionData?.[id],
        fault,
      },
      styles: [...new Set([...early, ...styles].map((address) => address.replace(/#.*$/, "")))],
      links: page.links?.() ?? [],
      scripts: [...runtime, manifest.entry.module],
    },
  };
}

/** Called before `handleRequest`, which only learns that something failed. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  context.get(unavailabilityContext).see(error);
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  report(error);
};

const reported = new WeakSet<Error>();

/** The kind of error and where it happened. Its message stays out: one of the database may hold what somebody typed. */
function report(error: unknown): void {
  if (!(error instanceof Error) || reported.has(error)) return;
  reported.add(error);
  console.error(`A page failed: ${error.name}\n${error.stack?.match(/^ {4}at .*$/gm)?.join("\n") ?? ""}`);
}
