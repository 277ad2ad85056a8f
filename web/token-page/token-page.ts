/** What the pages behind the links in our e-mails have in common: opening one looks, its button acts. */
import { useEffect } from "react";
import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs } from "react-router";
import { mendToken, tokenInQuery } from "../../petition/confirmation.ts";
import { noticeFor, petitionContext, type Unavailability, unavailabilityContext, visitorContext } from "../context.ts";

/** `token`: repaired if a mail program damaged it; "" if there is none. */
export type TokenPageRequest = ReturnType<typeof askedIn> & { token: string };

interface Outcome {
  outcome: string;
  retryAfter?: number;
}

/** The database was away, or too slow: perhaps it is done. `posted`: names and values, to be posted again. */
export interface Unanswered {
  outcome: "unanswered";
  message: string;
  posted: [name: string, value: string][];
}

/** A loader. It may change nothing: security products open the links in e-mails before people do. */
export function opened<Result>(look: (asked: TokenPageRequest) => Promise<Result>) {
  return async ({ url, context }: LoaderFunctionArgs) => {
    const token = tokenInQuery(url.search);
    const result = await look({ ...askedIn(context), token });
    return { token, result };
  };
}

export function pressed<Result extends Outcome>(
  statusOf: Record<Result["outcome"], number>,
  act: (asked: TokenPageRequest & { form: FormData }) => Promise<Result>,
  headersOf: (result: Result) => Record<string, string> = () => ({}),
) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const form = await request.formData();
    const token = tokenIn(form);
    const { result, ...init } = await act({ ...askedIn(context), token, form }).then(
      (came) => ({
        result: came as Result | Unanswered,
        status: statusOf[came.outcome as Result["outcome"]],
        headers: {
          ...headersOf(came),
          ...(came.retryAfter !== undefined && { "Retry-After": String(came.retryAfter) }),
        },
      }),
      (failure) => ({ result: unansweredOr(failure, form, context.get(unavailabilityContext)), status: 503 }),
    );
    return data({ token, result }, init);
  };
}

/** Whether the petition is over. A page can do without the answer. */
export async function hasEnded(asked: LoaderFunctionArgs): Promise<boolean> {
  return (await noticeFor(asked))?.status === "ended";
}

function askedIn(context: LoaderFunctionArgs["context"]) {
  return {
    petition: context.get(petitionContext),
    visitor: context.get(visitorContext),
    unavailability: context.get(unavailabilityContext),
  };
}

function unansweredOr(failure: unknown, form: FormData, { messageOfAct }: Unavailability): Unanswered {
  const message = messageOfAct(failure);
  if (message === null) throw failure;
  // Ten are more than any of these forms has: made-up ones shall produce no long page.
  const posted = [...new Map([...form].slice(0, 10))].map(([name, value]): [string, string] => [name, String(value)]);
  return { outcome: "unanswered", message, posted };
}

/** Not cached, and no referrer to other sites. (`no-referrer` would take the origin off the page's own form, too.) */
export function headersOfTokenPage({ actionHeaders }: HeadersArgs) {
  const own = { "Cache-Control": "private, no-store", "Referrer-Policy": "strict-origin" };
  return { ...Object.fromEntries(actionHeaders ?? []), ...own };
}

export function useTokenPage<Found, Came>(loaded: Shown<Found>, answer: Shown<Came> | undefined): Shown<Found | Came> {
  const { token, result } = answer ?? loaded;
  useEffect(() => {
    if (token !== "") hideToken();
  }, [token]);
  return { token, result };
}

interface Shown<Result> {
  token: string;
  result: Result;
}

export function tokenIn(form: FormData): string {
  return mendToken(String(form.get("token") ?? ""));
}

/** No history and no screenshot shall show a token. Loaded again, the page needs the link of the e-mail once more. */
export function hideToken(): void {
  history.replaceState(history.state, "", location.pathname);
}

export function openAgain(token: string): void {
  location.replace(`${location.pathname}?token=${encodeURIComponent(token)}`);
}

/** Calls back once, as soon as somebody can see the page. Returns how to call it off. */
export function onceVisible(then: () => void): () => void {
  if (document.visibilityState === "visible") {
    then();
    return () => {};
  }
  const look = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", look);
    then();
  };
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}
