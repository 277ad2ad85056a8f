import { type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { pageIn } from "../../petition/addresses.ts";
import { useView } from "../analytics/track.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { ConfirmationResult } from "../confirmation/confirmation-result.tsx";
import { viewOf } from "../confirmation/confirmation-view.ts";
import { useConfirmation } from "../confirmation/use-confirmation.ts";
import { factsContext, petitionContext } from "../context.ts";
import { DonationPanel } from "../donation/donation-panel.tsx";
import { ResultPage } from "../frame/result-sheet.tsx";
import { ShareCard } from "../sharing/share-card.tsx";
import { headersOfTokenPage, pressed, tokenIn } from "../token-page/token-page.ts";
import { useLanguage } from "../translation.tsx";
import { ReceiptSheet } from "../transparency/receipt-sheet.tsx";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

/** Opening counts nothing, not even with `CONFIRM_BY=link`: then the page's script asks, once somebody can see it and the name in it. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const { confirmBy, holdSuspicious, publicUrl } = context.get(factsContext);
  const token = tokenIn(url.searchParams);
  // The page stands without it, too, as long as the database is away.
  const signedAs =
    token === ""
      ? null
      : await context
          .get(petitionContext)
          .signedAsBehind(token)
          .catch(() => null);
  return { token, signedAs, confirmBy, holdSuspicious, publicUrl };
}

/** The button, where the page's script does not run. Whom a second opening finds already confirmed sees a page like any other. */
export const action = pressed(
  { confirmed: 200, already_confirmed: 200, "no-token": 400, expired: 410, unknown: 404 },
  async ({ petition, token, visitor }) => (token === "" ? { outcome: "no-token" as const } : petition.confirm(token, visitor)),
);

export const headers = headersOfTokenPage;

export const meta = unlistedPage("confirmation", {
  title: "confirmation.meta.title",
  description: "confirmation.meta.description",
});

export default function Confirm() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const language = useLanguage();
  const given = answer && (answer.result.outcome === "no-token" ? answer.result : viewOf(answer.result));
  const { view, token, confirm } = useConfirmation((answer ?? loaded).token || null, loaded.confirmBy, given ?? null);
  useView("confirm_view");
  const isCounted = view.outcome === "confirmed" || view.outcome === "already_confirmed";
  return (
    <ResultPage>
      <ConfirmationResult
        view={view}
        token={token}
        signedAs={loaded.signedAs}
        mayWait={loaded.holdSuspicious}
        takesFocus={!answer}
        onConfirm={confirm}
        receiptBehind={(personalLink) => (
          <ReceiptSheet
            token={tokenIn(new URL(personalLink, loaded.publicUrl).searchParams)}
            given={null}
            publicUrl={loaded.publicUrl}
          />
        )}
      />
      {isCounted && (
        <div className="result-duo">
          <ShareCard url={loaded.publicUrl.replace(/\/$/, "") + pageIn(language, "home")} />
          <DonationPanel placement="confirmed" />
        </div>
      )}
    </ResultPage>
  );
}
