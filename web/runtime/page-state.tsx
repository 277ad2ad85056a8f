/** The page stays as the server rendered it, and its script continues from there (docs/decisions/0002-react-router-inside-fastify.md). */
import { type ComponentType, createContext, type ReactNode, use } from "react";
import type { useActionData as answered, LinksFunction, useLoaderData as loaded, MetaDescriptor } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import type { SiteFacts } from "../../contract/site-facts.ts";
import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";

export interface PagePayload {
  id: string;
  frame: FrameFacts | null;
  loaderData?: unknown;
  actionData?: unknown;
  fault?: { status: number; message?: string | undefined } | undefined;
}

/** What every page knows of the site, by the loader of `root.tsx`. */
export interface FrameFacts extends Pick<SiteFacts, "isSecure" | "publicNames" | "publicUrl"> {
  year?: string;
  analytics: boolean;
  isCollecting: boolean;
}

/** A file of `web/pages/`, as far as a browser knows it. It gets nothing by props. */
export interface PageModule {
  default: ComponentType;
  meta?: Meta<never>;
  links?: LinksFunction;
  handle?: PageHandle;
}

/** What a page's head says of it, unless it could not be shown. */
export type Meta<Loader> = (page: HeadFacts & { loaderData: Loaded<Loader> }) => MetaDescriptor[];

export interface HeadFacts {
  language: Language;
  t: Translate;
  publicUrl: string;
}

export interface PageState extends PagePayload {
  page: PageModule;
  /** Without a query in a page for everybody: only the browser knows it. */
  address: { pathname: string; search: string };
}

const PageStateContext = createContext<PageState | null>(null);

export function PageStateProvider({ state, children }: { state: PageState; children: ReactNode }) {
  return <PageStateContext value={state}>{children}</PageStateContext>;
}

export function usePageState(): PageState {
  const state = use(PageStateContext);
  if (!state) throw new Error("There is no page here.");
  return state;
}

/** Where not even `root.tsx` could load them. */
const UNKNOWN: FrameFacts = { isCollecting: false, isSecure: false, publicNames: "full", publicUrl: "", analytics: false };

export function useFacts(): FrameFacts {
  return usePageState().frame ?? UNKNOWN;
}

export type Loaded<Loader> = ReturnType<typeof loaded<Loader>>;

export function useLoaderData<Loader>(): Loaded<Loader> {
  return usePageState().loaderData as Loaded<Loader>;
}

export function useActionData<Action>(): ReturnType<typeof answered<Action>> {
  return usePageState().actionData as ReturnType<typeof answered<Action>>;
}
