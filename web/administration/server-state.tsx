/** What the server knows, asked for with the key: every call of the administration goes through here. */
import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, type ReactNode, use, useState } from "react";
import { SECOND } from "../../petition/duration.ts";
import { sentenceOf } from "../call.ts";
import { type Toast, useToast } from "../design/toast.tsx";
import { type Ask, askWith, isLockedOut } from "./ask.ts";

export const POLL_EVERY = 30 * SECOND;
/** Of that, to either side, so that many open pages do not ask in the same second. */
const JITTER = 0.2;

const AskContext = createContext<Ask>(askWith(""));

export function useAsk(): Ask {
  return use(AskContext);
}

/** `onLockedOut`: the key is no longer right, whatever it was that found out. */
export function ServerState({ ask, onLockedOut, children }: { ask: Ask; onLockedOut(): void; children: ReactNode }) {
  const [client] = useState(() => clientFor(ask, onLockedOut));
  return (
    <AskContext value={ask}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </AskContext>
  );
}

/** A query's key is its path and, where it has one, what stands behind the question mark. */
function clientFor(ask: Ask, onLockedOut: () => void): QueryClient {
  const onError = (failure: unknown) => {
    if (isLockedOut(failure)) onLockedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => ask("GET", queryKey.join("?"), { signal }),
        retry: false,
        refetchOnWindowFocus: false,
        // The browser's opinion of the network does not count: our server may be on the same machine.
        networkMode: "always",
        // An answer that says the same is a new one all the same: see `useFocusKept`.
        structuralSharing: false,
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** For a query that is repeated as long as somebody looks at the page. */
export const POLLED = { refetchInterval: pauseAfter, staleTime: pauseAfter, refetchOnWindowFocus: true };

/** The milliseconds at which an answer came are chance enough, and stay the same until the next one. */
function pauseAfter({ state }: { state: { dataUpdatedAt: number; errorUpdatedAt: number } }): number {
  const chance = ((state.dataUpdatedAt + state.errorUpdatedAt) % 1000) / 1000;
  return POLL_EVERY * (1 - JITTER + 2 * JITTER * chance);
}

export function stateOf({ isFetching, isError }: { isFetching: boolean; isError: boolean }): "loading" | "fresh" | "failed" {
  return isFetching ? "loading" : isError ? "failed" : "fresh";
}

/** The last answer that came: it stays in sight until another has. */
export function useLast<Answer>(answer: Answer | undefined): Answer | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  return answer ?? last;
}

/** Something that the administrator does. A toast says what came of it, and all that is in sight is asked for again. */
export function useAct<Given, Answer>(
  act: (ask: Ask, given: Given) => Promise<Answer>,
  then: {
    /** Missing where the view itself says what came of it. */
    done?(answer: Answer): Toast;
    /** `text`: if the server gives no reason. */
    failed: { title: string; text?: string };
    onDone?(answer: Answer): void;
    onFailed?(failure: unknown): void;
    onEnd?(): void;
  },
) {
  const ask = useAsk();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (given: Given) => act(ask, given),
    onSuccess(answer) {
      if (then.done) toast(then.done(answer));
      then.onDone?.(answer);
    },
    onError(failure) {
      if (isLockedOut(failure)) return;
      toast({ kind: "failed", title: then.failed.title, text: sentenceOf(failure) ?? then.failed.text });
      then.onFailed?.(failure);
    },
    onSettled(_answer, failure) {
      if (isLockedOut(failure)) return;
      then.onEnd?.();
      void client.invalidateQueries();
    },
  });
}
