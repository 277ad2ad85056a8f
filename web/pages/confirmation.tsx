import { type ReactNode, useEffect, useMemo } from "react";
import type { LoaderFunctionArgs } from "react-router";
import { tokenInQuery } from "../../petition/confirmation.ts";
import { useView } from "../analytics/track.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { ConfirmationResult } from "../confirmation/confirmation-result.tsx";
import { type ConfirmationView, useConfirmation, viewOf } from "../confirmation/use-confirmation.ts";
import { clockContext, factsContext, petitionContext } from "../context.ts";
import { DonationPanel } from "../donation/donation.tsx";
import { ResultPage } from "../frame/result-sheet.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Handover } from "../home/handover.tsx";
import { ProgressLine } from "../progress/progress-line.tsx";
import { useStats } from "../progress/use-stats.ts";
import { useActionData, useFacts, useLoaderData } from "../runtime/page-state.tsx";
import { PassOn } from "../sharing/share-card.tsx";
import { forgottenReceipt } from "../signing/receipt-cookie.ts";
import { headersOfTokenPage, openAgain, pressed } from "../token-page/token-page.ts";
import { useTranslations } from "../translation.tsx";
import { forgetSheets, isKept, keepSheet, keptSheet } from "../transparency/kept-sheet.ts";
import { ReceiptSheet } from "../transparency/receipt-sheet.tsx";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

/** Opening counts nothing, not even with `CONFIRM_BY=link`: then the page's script asks, once somebody can see it and the name in it. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const { confirmBy, holdSuspicious } = context.get(factsContext);
  const token = tokenInQuery(url.search);
  // The page works without it while the database is away.
  const petition = context.get(petitionContext);
  const [signedAs, answer] = await Promise.all([
    token === "" ? null : petition.signedAsBehind(token).catch(() => null),
    petition.stats().catch(() => null),
  ]);
  const stats = { answer, at: context.get(clockContext).now().toISOString() };
  return { token, signedAs, stats, confirmBy, holdSuspicious };
}

/** The button without the script. If a second opening finds it already confirmed, the page is an ordinary one. */
export const action = pressed(
  { confirmed: 200, already_confirmed: 200, "no-token": 400, expired: 410, unknown: 404, unavailable: 503 },
  async ({ petition, token, visitor }) => (token === "" ? { outcome: "no-token" as const } : petition.confirm(token, visitor)),
  ({ outcome }): Record<string, string> =>
    outcome === "confirmed" || outcome === "already_confirmed" ? { "Set-Cookie": forgottenReceipt() } : {},
);

export const headers = headersOfTokenPage;

export const meta = unlistedPage("confirmation", {
  title: "confirmation.meta.title",
  description: "confirmation.meta.description",
});

export default function Confirm() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { publicUrl } = useFacts();
  const given = answer && (answer.result.outcome === "no-token" ? answer.result : viewOf(answer.result));
  const token = (answer ?? loaded).token || null;
  const { view, confirm } = useConfirmation(token, loaded.confirmBy, given ?? null, isKept);
  useView("confirm_view");
  const stats = useStats(loaded.stats);
  useEffect(() => {
    // One more: the number on the page should include it.
    if (view.outcome === "confirmed") window.dispatchEvent(new CustomEvent("petition:signed"));
    if (view.outcome === "confirmed" && token && !isKept(token)) keepSheet(token, null);
  }, [view.outcome, token]);
  const isAlive = useHydrated();
  const kept = useMemo(() => (isAlive ? keptSheet(token) : null), [isAlive, token]);
  const gone = () => {
    forgetSheets();
    if (token) openAgain(token);
  };
  const ownSheet = (personalLink: string | null, rest: ReactNode) => (
    <ReceiptSheet
      token={personalLink && tokenInQuery(new URL(personalLink, publicUrl).search)}
      kept={personalLink === null ? kept : null}
      Share={PassOn}
      onReceipt={(sheet) => token && keepSheet(token, sheet)}
      onGone={gone}
    >
      {rest}
    </ReceiptSheet>
  );
  return (
    <ResultPage state={stateOf(view, isAlive, !answer && loaded.confirmBy === "link")}>
      <ConfirmationResult
        view={view}
        token={token}
        signedAs={loaded.signedAs}
        mayWait={loaded.holdSuspicious}
        takesFocus={!answer}
        onConfirm={confirm}
        ownSheet={ownSheet}
        meanwhile={
          <>
            <ProgressLine stats={stats} />
            <WhatComesNext />
          </>
        }
      />
      {(view.outcome === "confirmed" || view.outcome === "already_confirmed") && <DonationPanel />}
    </ResultPage>
  );
}

function stateOf({ outcome }: ConfirmationView, isAlive: boolean, confirmsItself: boolean) {
  if (outcome === "no-token" && !isAlive) return "unsure";
  if (outcome === "asking" && !isAlive && confirmsItself) return "under-way by-script";
  return outcome === "asking" || outcome === "verifying" ? "under-way" : null;
}

function WhatComesNext() {
  return (
    <>
      <h2 className="what-next">{useTranslations()("own-sheet.next.title")}</h2>
      <ul className="dash">
        <Handover />
      </ul>
    </>
  );
}
