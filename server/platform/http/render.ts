import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from "react-router";
import type { PageHandle } from "../../../contract/page.ts";
import type { Petition } from "../../../contract/petition.ts";
import type { SiteFacts } from "../../../contract/site-facts.ts";
import type { Visitor } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { splitPath } from "../../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import type { Clock } from "../clock.ts";
import type { Translators } from "../translators.ts";
import { statusOf, whyUnavailable } from "./errors.ts";
import { isForRouter } from "./redirects.ts";

export const NOWHERE = "/404/404";

interface PageKind {
  kind: "public" | "private" | "nowhere";
  pattern: string;
}

const NO_PLACE: PageKind = { kind: "nowhere", pattern: "no page" };
const OF_THE_ROUTER: PageKind = { kind: "private", pattern: "data of a page" };

export interface VisitorRequest {
  method: "GET" | "POST";
  address: string;
  cookie: string | undefined;
  form: Uint8Array<ArrayBuffer>;
  visitor: Visitor;
}

export interface RendererTools {
  build(): Promise<ServerBuild>;
  petition: Petition;
  facts(): SiteFacts;
  clock: Clock;
  translators: Translators;
  mode: "production" | "development";
}

export function makeRenderer({ build, petition, facts, clock, translators, mode }: RendererTools) {
  let made: { of: ServerBuild; site: ReturnType<typeof openBuild> } | null = null;

  async function builtSite() {
    const latest = await build();
    if (made?.of !== latest) made = { of: latest, site: openBuild(latest, mode) };
    return made.site;
  }

  async function render(request: Request, visitor: Visitor | null): Promise<Response> {
    const { handle, keys } = await builtSite();
    const context = new RouterContextProvider();
    const availability = watchAvailability(request, inLanguageOf(request));
    context.set(keys.unavailabilityContext, availability);
    context.set(keys.petitionContext, petition);
    context.set(keys.factsContext, facts());
    context.set(keys.clockContext, clock);
    if (visitor) context.set(keys.visitorContext, visitor);
    const response = await handle(request, context);
    if (availability.message() === undefined || response.status === 503) return response;
    return new Response(inLanguageOf(request)("http.answer.unavailable"), {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }

  function inLanguageOf({ url }: Request): Translate {
    return translators[splitPath(new URL(url).pathname).prefix ?? DEFAULT_LANGUAGE];
  }

  return {
    async placeOf(path: string): Promise<PageKind> {
      if (!isAsWritten(path, facts().publicUrl)) return NO_PLACE;
      if (isForRouter(path)) return OF_THE_ROUTER;
      const { routes } = await builtSite();
      const matched = matchRoutes(routes, { pathname: path })?.at(-1)?.route;
      const { path: matchedPath = "*" } = matched ?? {};
      if (!matched || matchedPath === "*") return NO_PLACE;
      const isPublic = (matched.handle as PageHandle | undefined)?.isPublic ?? false;
      return { kind: isPublic ? "public" : "private", pattern: splitPath(`/${matchedPath.replace(/^\//, "")}`).rest };
    },
    /** Without a visitor (decision 0014). `madeOf`: the validator of a rendering that is kept; if the loaders say the same again, the answer is 304. */
    forEverybody(path: string, madeOf: string | null): Promise<Response> {
      const headers = new Headers(madeOf === null ? {} : { "if-none-match": madeOf });
      return render(new Request(new URL(path, facts().publicUrl), { headers }), null);
    },
    forVisitor({ method, address, cookie, form, visitor }: VisitorRequest): Promise<Response> {
      const headers = new Headers(cookie === undefined ? {} : { cookie });
      if (method === "POST") headers.set("content-type", "application/x-www-form-urlencoded");
      const url = new URL(address, facts().publicUrl);
      return render(new Request(url, { method, headers, body: method === "POST" ? form : null }), visitor);
    },
  };
}

function watchAvailability({ method }: Request, t: Translate) {
  let message: string | undefined;
  return {
    see(failure: unknown): void {
      if (statusOf(failure) === 503) message = t(whyUnavailable(failure, method));
    },
    message: () => message,
    messageOfAct(failure: unknown): string | null {
      if (statusOf(failure) !== 503) return null;
      const why = whyUnavailable(failure);
      return t(why === "http.answer.unsure" ? "http.answer.unsureAct" : why);
    },
  };
}

/** A path with dots, a number sign or letters that an address cannot hold would be another one once it is part of one, or none. */
function isAsWritten(path: string, publicUrl: string): boolean {
  if (!path.startsWith("/") || path.startsWith("//") || !URL.canParse(path, publicUrl)) return false;
  return new URL(path, publicUrl).pathname === path;
}

function openBuild(build: ServerBuild, mode: RendererTools["mode"]) {
  const pages = Object.values(build.routes).flatMap((route) => (route && route.id !== "root" ? [route] : []));
  return {
    handle: createRequestHandler(build, mode),
    keys: build.entry.module as unknown as PageContexts,
    routes: pages.map(({ id, path = "/", module }) => ({ id, path, handle: module.handle })),
  };
}

interface PageContexts {
  petitionContext: Key<Petition>;
  factsContext: Key<SiteFacts>;
  clockContext: Key<Clock>;
  unavailabilityContext: Key<ReturnType<typeof watchAvailability>>;
  visitorContext: Key<Visitor>;
}
type Key<Value> = Parameters<typeof RouterContextProvider.prototype.set<{ defaultValue?: Value }>>[0];
