import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from "react-router";
import type { DeletionLinkOutcome } from "../../contract/withdrawal.ts";
import { PAGES, pageIn } from "../../petition/addresses.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { keepTokenHidden } from "../confirmation/token-in-address.ts";
import { factsContext, petitionContext, visitorContext } from "../context.ts";
import { ResultPage } from "../frame/result-sheet.tsx";
import { MAIN } from "../frame/use-focus-on-new-page.ts";
import { languageOf, Text, translatorFor, useLanguage, useTranslations } from "../translation.tsx";
import { DeletionLinkResult } from "../withdrawal/deletion-link-result.tsx";
import { answerWithdrawal, type WithdrawPageAnswer } from "../withdrawal/withdraw-action.ts";
import { WithdrawalForm } from "../withdrawal/withdrawal-form.tsx";
import { pageMeta } from "./metadata.ts";
import { headersOfTokenPage, tokenIn } from "./token-link.ts";

await learnBeyondHome();

/** Looks, changes nothing: a link out of an e-mail (`DELETE_BY=link`) only leads to a button. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const { deleteBy, publicUrl } = context.get(factsContext);
  const token = tokenIn(url.searchParams);
  const link = token === "" ? null : { token, ...(await context.get(petitionContext).deletionLink(token)) };
  return { deleteBy, publicUrl, link };
}

/** Deleting without the page's script; the button behind a link. */
export async function action({ request, context }: ActionFunctionArgs) {
  const petition = context.get(petitionContext);
  const form = await request.formData();
  const token = tokenIn(form);
  if (token === "") return answerWithdrawal({ petition, visitor: context.get(visitorContext) }, form);
  const { outcome } = await petition.withdrawByLink(token);
  return data({ link: { token, outcome } }, { status: STATUS_OF_LINK[outcome] });
}

const STATUS_OF_LINK: Record<DeletionLinkOutcome["outcome"], number> = {
  open: 200,
  erased: 200,
  nothing: 200,
  expired: 410,
  unknown: 404,
};

export const headers = headersOfTokenPage;

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const title = `${t("withdrawal.meta.title")} – ${t("frame.name")}`;
  const description = t("withdrawal.meta.description");
  return pageMeta({ language, path: PAGES.withdrawal, title, description, noindex: true, publicUrl: loaderData.publicUrl });
};

export default function Withdrawal() {
  const { deleteBy, link } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const shown = answer && "link" in answer ? answer.link : link;
  const token = shown?.token ?? "";
  useEffect(() => keepTokenHidden(token), [token]);
  if (shown)
    return (
      <ResultPage>
        <DeletionLinkResult outcome={shown.outcome} token={shown.token} />
      </ResultPage>
    );
  return <RequestPage deleteBy={deleteBy} answer={answer && "outcome" in answer ? answer : null} />;
}

function RequestPage({ deleteBy, answer }: { deleteBy: "request" | "link"; answer: WithdrawPageAnswer | null }) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{t("withdrawal.title")}</h1>
      <p className="mt-5 text-step-1 leading-snug">
        <Text of={`withdrawal.lede.${deleteBy}`} />
      </p>
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <section aria-label={t("withdrawal.form.title")} className="self-start border border-hair bg-sheet p-5 sm:p-7">
          <WithdrawalForm deleteBy={deleteBy} answer={answer} />
        </section>
        <section aria-labelledby="what">
          <h2 id="what" className="text-step-2">
            {t("withdrawal.what.title")}
          </h2>
          <ul className="mt-3 list-disc pl-6 marker:text-line">
            {(["signature", "pending", "list"] as const).map((part) => (
              <li className="py-1 pl-1" key={part}>
                <Text of={`withdrawal.what.${part}`} />
              </li>
            ))}
          </ul>
          <p className="mt-4 font-semibold">{t("withdrawal.what.count")}</p>
          <p className="mt-4">
            <Text of="withdrawal.what.receipt" />
          </p>
          <p className="mt-4">
            <a href={pageIn(language, "privacy")}>{t("withdrawal.form.privacy")}</a>
          </p>
        </section>
      </div>
    </main>
  );
}
