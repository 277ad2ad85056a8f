import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from "react-router";
import type { RestorationOutcome } from "../../contract/withdrawal.ts";
import { PAGES } from "../../petition/addresses.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { keepTokenHidden } from "../confirmation/token-in-address.ts";
import { factsContext, petitionContext, visitorContext } from "../context.ts";
import { ResultPage } from "../frame/result-sheet.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { RestorationResult } from "../withdrawal/restoration-result.tsx";
import { pageMeta } from "./metadata.ts";
import { headersOfTokenPage, tokenIn } from "./token-link.ts";

await learnBeyondHome();

/** Looks, changes nothing: security products open the links in e-mails before people do. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = tokenIn(url.searchParams);
  const result = await context.get(petitionContext).restoration(token, context.get(visitorContext));
  return { token, result, publicUrl: context.get(factsContext).publicUrl };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const token = tokenIn(form);
  const consentVersion = form.get("consentVersion");
  const result = await context
    .get(petitionContext)
    .restore(token, context.get(visitorContext), typeof consentVersion === "string" ? consentVersion : "");
  return data({ token, result }, { status: STATUS_OF_OUTCOME[result.outcome] });
}

const STATUS_OF_OUTCOME: Record<RestorationOutcome["outcome"], number> = {
  open: 200,
  restored: 200,
  confirmed: 200,
  there: 200,
  "signed-anew": 409,
  "not-collecting": 403,
  used: 410,
  expired: 410,
  unknown: 404,
};

export const headers = headersOfTokenPage;

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const title = `${t("withdrawal.restore.meta.title")} – ${t("frame.name")}`;
  const description = t("withdrawal.restore.meta.description");
  const { publicUrl } = loaderData;
  return pageMeta({ language, path: PAGES.restoration, title, description, noindex: true, publicUrl });
};

export default function Restore() {
  const loaded = useLoaderData<typeof loader>();
  const { token, result } = useActionData<typeof action>() ?? loaded;
  useEffect(() => keepTokenHidden(token), [token]);
  return (
    <ResultPage>
      <RestorationResult result={result} token={token} />
    </ResultPage>
  );
}
