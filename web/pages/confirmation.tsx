import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from "react-router";
import type { ConfirmOutcome } from "../../contract/confirmation.ts";
import { PAGES, pageIn } from "../../petition/addresses.ts";
import { useView } from "../analytics/track.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { ConfirmationResult } from "../confirmation/confirmation-result.tsx";
import { viewOf } from "../confirmation/confirmation-view.ts";
import { useConfirmation } from "../confirmation/use-confirmation.ts";
import { factsContext, petitionContext, visitorContext } from "../context.ts";
import { DonationPanel } from "../donation/donation-panel.tsx";
import { ResultPage } from "../frame/result-sheet.tsx";
import { ShareCard } from "../sharing/share-card.tsx";
import { languageOf, translatorFor, useLanguage } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";
import { headersOfTokenPage, tokenIn } from "./token-link.ts";

await learnBeyondHome();

/** Changes nothing: security products open the links in e-mails before people do. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const { confirmBy, publicUrl } = context.get(factsContext);
  return { token: tokenIn(url.searchParams) || null, confirmBy, publicUrl };
}

/** The button, where the page's script does not run. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = tokenIn(await request.formData());
  if (token === "") return data({ view: { outcome: "no-token" as const }, token: null }, { status: 400 });
  const outcome = await context.get(petitionContext).confirm(token, context.get(visitorContext));
  return data({ view: viewOf(outcome), token }, { status: STATUS_OF_OUTCOME[outcome.outcome] });
}

/** Whom a second opening finds already confirmed sees a page like any other. */
const STATUS_OF_OUTCOME: Record<ConfirmOutcome["outcome"], number> = {
  confirmed: 200,
  already_confirmed: 200,
  expired: 410,
  unknown: 404,
};

export const headers = headersOfTokenPage;

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const title = `${t("confirmation.meta.title")} – ${t("frame.name")}`;
  const description = t("confirmation.meta.description");
  return pageMeta({ language, path: PAGES.confirmation, title, description, noindex: true, publicUrl: loaderData.publicUrl });
};

export default function Confirm() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const language = useLanguage();
  const { view, token, confirm } = useConfirmation(answer?.token ?? loaded.token, loaded.confirmBy, answer?.view ?? null);
  useView("confirm_view");
  const isCounted = view.outcome === "confirmed" || view.outcome === "already_confirmed";
  return (
    <ResultPage>
      <ConfirmationResult view={view} token={token} takesFocus={!answer} onConfirm={confirm} />
      {isCounted && (
        <div className="result-duo">
          <ShareCard url={loaded.publicUrl.replace(/\/$/, "") + pageIn(language, "home")} />
          <DonationPanel placement="confirmed" />
        </div>
      )}
    </ResultPage>
  );
}
