import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from "react-router";
import type { PersonalOutcome } from "../../contract/personal.ts";
import { PAGES } from "../../petition/addresses.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { keepTokenHidden } from "../confirmation/token-in-address.ts";
import { factsContext, petitionContext } from "../context.ts";
import { ResultPage } from "../frame/result-sheet.tsx";
import { PersonalResult } from "../personal/personal-result.tsx";
import { NameInList } from "../signing/name-in-list.tsx";
import { languageOf, translatorFor } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";
import { headersOfTokenPage, tokenIn } from "./token-link.ts";

await learnBeyondHome();

/** Looks, changes nothing. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const token = tokenIn(url.searchParams);
  const result = await context.get(petitionContext).personalData(token);
  return { token, result, publicUrl: context.get(factsContext).publicUrl };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const petition = context.get(petitionContext);
  const form = await request.formData();
  const token = tokenIn(form);
  const result = await (form.get("intent") === "withdraw"
    ? petition.withdrawOwn(token)
    : petition.correct(token, {
        fullName: String(form.get("fullName") ?? "").slice(0, LONGEST_NAME),
        visibility: form.get("visibility") === "public" ? "public" : "private",
      }));
  const headers = result.outcome === "too-many-acts" ? { "Retry-After": String(result.retryAfter) } : undefined;
  return data({ token, result }, { status: STATUS_OF_OUTCOME[result.outcome], headers });
}

/** What is longer is no name, whatever comes after. */
const LONGEST_NAME = 4000;

const STATUS_OF_OUTCOME: Record<PersonalOutcome["outcome"], number> = {
  open: 200,
  changed: 200,
  unchanged: 200,
  erased: 200,
  refused: 400,
  gone: 410,
  expired: 410,
  unknown: 404,
  "too-many-acts": 429,
};

export const headers = headersOfTokenPage;

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const title = `${t("personal.meta.title")} – ${t("frame.name")}`;
  const description = t("personal.meta.description");
  return pageMeta({ language, path: PAGES.personal, title, description, noindex: true, publicUrl: loaderData.publicUrl });
};

export default function Personal() {
  const loaded = useLoaderData<typeof loader>();
  const { token, result } = useActionData<typeof action>() ?? loaded;
  useEffect(() => keepTokenHidden(token), [token]);
  return (
    <ResultPage>
      <PersonalResult
        result={result}
        token={token}
        visibilityField={(entry, begin) => <NameInList entry={entry} begin={begin} />}
      />
    </ResultPage>
  );
}
