import { PassThrough, Readable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { LANGUAGES } from "../petition/language.ts";
import { loadLanguage } from "./catalogues.ts";
import { nonceContext } from "./context.ts";

// What the policy says is kept with each signature, by its version.
export { policyText } from "./content/policy-text.server.ts";
// The server must set values under the keys of this very build.
export { clockContext, factsContext, nonceContext, petitionContext, visitorContext } from "./context.ts";

await Promise.all(LANGUAGES.map(loadLanguage));

/** Renders a page as a whole: it is kept and sent to many, so that nothing is gained by sending its head early. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = context.get(nonceContext);
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} nonce={nonce} />, {
      nonce,
      // React would put what suspended behind the page's end, for a script to bring it to its place: some readers run none.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html; charset=utf-8");
        for (const style of stylesOf(routerContext)) headers.append("Link", `<${style}>; rel=preload; as=style`);
        resolve(new Response(Readable.toWeb(body) as ReadableStream, { status, headers }));
        pipe(body);
      },
      onShellError: reject,
      onError: report,
    });
  });
}

/** What the page waits for before it paints stands last in its head: a header asks for it before fonts and scripts. */
function stylesOf({ manifest, staticHandlerContext }: EntryContext): Set<string> {
  const styles = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  return new Set(styles.map((address) => address.replace(/#.*$/, "")));
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  report(error);
};

/** React and the router both tell of the same error. */
const reported = new WeakSet<Error>();

/** The kind of error and where it happened. Its message stays out: one of the database may hold what somebody typed. */
function report(error: unknown): void {
  if (!(error instanceof Error) || reported.has(error)) return;
  reported.add(error);
  console.error(`A page failed: ${error.name}\n${error.stack?.match(/^ {4}at .*$/gm)?.join("\n") ?? ""}`);
}
