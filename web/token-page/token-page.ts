/** What the pages behind the links in our e-mails have in common: opening one looks, its button acts. */
import { useEffect } from "react";
import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs } from "react-router";
import type { Petition } from "../../contract/petition.ts";
import type { Visitor } from "../../contract/visitor.ts";
import { mendToken } from "../../petition/confirmation.ts";
import { factsContext, petitionContext, visitorContext } from "../context.ts";
import { keepTokenHidden } from "./token-in-address.ts";

interface Asked {
  petition: Petition;
  visitor: Visitor;
  /** Mended where a mail program damaged it; "" where there is none. */
  token: string;
}

interface Outcome {
  outcome: string;
  retryAfter?: number;
}

/** A loader. It may change nothing: security products open the links in e-mails before people do. */
export function opened<Result>(look: (asked: Asked) => Promise<Result>) {
  return async ({ url, context }: LoaderFunctionArgs) => {
    const token = tokenIn(url.searchParams);
    const result = await look({ petition: context.get(petitionContext), visitor: context.get(visitorContext), token });
    return { token, result, publicUrl: context.get(factsContext).publicUrl };
  };
}

export function pressed<Result extends Outcome>(
  statusOf: Record<Result["outcome"], number>,
  act: (asked: Asked & { form: FormData }) => Promise<Result>,
  headersOf: (result: Result) => Record<string, string> = () => ({}),
) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const form = await request.formData();
    const token = tokenIn(form);
    const result = await act({ petition: context.get(petitionContext), visitor: context.get(visitorContext), token, form });
    const status = statusOf[result.outcome as Result["outcome"]];
    const later = result.retryAfter === undefined ? undefined : { "Retry-After": String(result.retryAfter) };
    const headers = { ...headersOf(result), ...later };
    return data({ token, result }, { status, headers });
  };
}

/** Kept by nobody, sent on to nobody. (`no-referrer` would take the origin off the page's own form, too.) */
export function headersOfTokenPage({ actionHeaders }: HeadersArgs) {
  const own = { "Cache-Control": "private, no-store", "Referrer-Policy": "strict-origin" };
  return { ...Object.fromEntries(actionHeaders ?? []), ...own };
}

/** What the page shows: what its button came to, else what opening found. The token leaves the address bar. */
export function useTokenPage<Found, Came>(loaded: Shown<Found>, answer: Shown<Came> | undefined): Shown<Found | Came> {
  const { token, result } = answer ?? loaded;
  useEffect(() => keepTokenHidden(token), [token]);
  return { token, result };
}

interface Shown<Result> {
  token: string;
  result: Result;
}

export function tokenIn(given: URLSearchParams | FormData): string {
  return mendToken(String(given.get("token") ?? ""));
}
