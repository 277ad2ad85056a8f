import { useEffect } from "react";
import type { LoaderFunctionArgs } from "react-router";
import type { DeleteBy, DeletionLinkOutcome } from "../../contract/withdrawal.ts";
import { pageIn } from "../../petition/addresses.ts";
import { RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { factsContext, petitionContext } from "../context.ts";
import { MAIN } from "../frame/main.ts";
import { useActionData, useLoaderData } from "../runtime/page-state.tsx";
import { forgottenReceipt } from "../signing/receipt-cookie.ts";
import { TokenResult } from "../token-page/result.tsx";
import { hasEnded, headersOfTokenPage, opened, pressed, useTokenPage } from "../token-page/token-page.ts";
import { Paragraph, Text, useLanguage, useTranslations } from "../translation.tsx";
import { forgetSheets } from "../transparency/kept-sheet.ts";
import { DeletionResult } from "../withdrawal/link-results.tsx";
import { requestWithdrawal, STATUS_OF_REQUEST, type WithdrawPageAnswer } from "../withdrawal/withdrawal.ts";
import { WithdrawalForm } from "../withdrawal/withdrawal-form.tsx";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

/** The link of an e-mail (`DELETE_BY=link`) leads to a button; without one there is the form that asks for the address. */
const look = opened(async ({ petition, token }) => (token === "" ? null : petition.deletionLink(token)));

export async function loader(args: LoaderFunctionArgs) {
  const petition = args.context.get(petitionContext);
  const { deleteBy: usually } = args.context.get(factsContext);
  const [looked, deleteBy, isEnded] = await Promise.all([look(args), petition.deletesBy(), hasEnded(args)]);
  return { ...looked, deleteBy, isBraked: deleteBy !== usually, isEnded };
}

export const action = pressed(
  { open: 200, erased: 200, nothing: 200, expired: 410, unknown: 404, ...STATUS_OF_REQUEST },
  async ({ petition, visitor, token, form }) =>
    token === "" ? requestWithdrawal({ petition, visitor }, form) : petition.withdrawByLink(token),
  (result): Record<string, string> => (isErased(result) ? { "Set-Cookie": forgottenReceipt() } : {}),
);

/** An address that nobody signed with is answered alike. */
function isErased(result: DeletionLinkOutcome | WithdrawPageAnswer | { outcome: "unanswered" }): boolean {
  if (result.outcome === "accepted") return result.deleteBy === "request";
  return result.outcome === "erased" || result.outcome === "nothing";
}

export const headers = headersOfTokenPage;

export const meta = unlistedPage("withdrawal", { title: "withdrawal.meta.title", description: "withdrawal.meta.description" });

export default function Withdrawal() {
  const loaded = useLoaderData<typeof loader>();
  const { token, result } = useTokenPage(loaded, useActionData<typeof action>());
  const isGone = result !== null && isErased(result);
  useEffect(() => {
    if (isGone) forgetSheets();
  }, [isGone]);
  if (loaded.isEnded && (result === null || "typed" in result)) return <NothingLeft />;
  if (result === null || "typed" in result) return <RequestPage {...loaded} answer={result} />;
  return (
    <TokenResult page="withdrawal" token={token} result={result}>
      {({ outcome }) => <DeletionResult outcome={outcome} token={token} />}
    </TokenResult>
  );
}

/** After the end, the page is the same for everybody. */
function NothingLeft() {
  const t = useTranslations();
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{t("withdrawal.title")}</h1>
      <p className="intro">{t("withdrawal.ended")}</p>
    </main>
  );
}

interface Requested {
  deleteBy: DeleteBy;
  isBraked: boolean;
  answer: WithdrawPageAnswer | null;
}

function RequestPage({ deleteBy, isBraked, answer }: Requested) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{t("withdrawal.title")}</h1>
      <Paragraph className="intro" of={`withdrawal.lede.${deleteBy}`} />
      {isBraked && <Paragraph of="withdrawal.brake" />}
      <div className="withdrawal">
        <section aria-label={t("withdrawal.form.title")} className="withdrawal-sheet">
          <WithdrawalForm deleteBy={deleteBy} answer={answer} onErased={forgetSheets} />
        </section>
        <section aria-labelledby="what" className="flow">
          <h2 id="what" className="section-title">
            {t("withdrawal.what.title")}
          </h2>
          <ul className="bullets">
            {(["signature", "pending", "list"] as const).map((part) => (
              <li key={part}>
                <Text of={`withdrawal.what.${part}`} />
              </li>
            ))}
          </ul>
          <p className="strong">
            {t("withdrawal.what.count")}{" "}
            <Text of={`withdrawal.what.undo.${deleteBy}`} values={{ days: RESTORE_LIFETIME / 86_400_000 }} />
          </p>
          <Paragraph of="withdrawal.what.log" />
          <Paragraph of="withdrawal.what.receipt" />
          <p>
            <a href={pageIn(language, "personal")}>{t("personal.request.place")}</a>
          </p>
          <p>
            <a href={pageIn(language, "privacy")}>{t("withdrawal.form.privacy")}</a>
          </p>
        </section>
      </div>
    </main>
  );
}
