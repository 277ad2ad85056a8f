import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from "react-router";
import type { SuppressionOutcome } from "../../contract/confirmation.ts";
import { PAGES } from "../../petition/addresses.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { SuppressionResult } from "../confirmation/suppression-result.tsx";
import { keepTokenHidden } from "../confirmation/token-in-address.ts";
import { factsContext, petitionContext } from "../context.ts";
import { ResultPage } from "../frame/result-sheet.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";
import { headersOfTokenPage, tokenIn } from "./token-link.ts";

await learnBeyondHome();

/** Looks, changes nothing: opening a link must not delete what its reader may still want. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = tokenIn(url.searchParams);
  const { publicUrl } = context.get(factsContext);
  const outcome = token === "" ? "unknown" : (await context.get(petitionContext).suppression(token)).outcome;
  return { token, outcome, publicUrl };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const token = tokenIn(form);
  const petition = context.get(petitionContext);
  const { outcome } = await (form.get("intent") === "undo" ? petition.undoSuppression(token) : petition.suppress(token));
  return data({ token, outcome }, { status: STATUS_OF_OUTCOME[outcome] });
}

const STATUS_OF_OUTCOME: Record<SuppressionOutcome["outcome"], number> = {
  open: 200,
  suppressed: 200,
  undone: 200,
  counted: 409,
  expired: 410,
  unknown: 404,
};

export const headers = headersOfTokenPage;

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const title = `${t("confirmation.suppression.meta.title")} – ${t("frame.name")}`;
  const description = t("confirmation.suppression.meta.description");
  return pageMeta({ language, path: PAGES.suppression, title, description, noindex: true, publicUrl: loaderData.publicUrl });
};

export default function Suppression() {
  const loaded = useLoaderData<typeof loader>();
  const { token, outcome } = useActionData<typeof action>() ?? loaded;
  useEffect(() => keepTokenHidden(token), [token]);
  return (
    <ResultPage>
      <SuppressionResult outcome={outcome} token={token} />
    </ResultPage>
  );
}
