import { useEffect } from "react";
import type { LoaderFunctionArgs } from "react-router";
import type { CorrectionInput, PersonalOutcome } from "../../contract/personal.ts";
import type { ReceiptOutcome } from "../../contract/transparency.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { factsContext } from "../context.ts";
import { ResultPage } from "../frame/result-sheet.tsx";
import { askForLink, type LinkPageAnswer, STATUS_OF_LINK } from "../personal/link-form.tsx";
import { LinkRequest, PersonalResult } from "../personal/personal-result.tsx";
import { useActionData, useLoaderData } from "../runtime/page-state.tsx";
import { PassOn } from "../sharing/share-card.tsx";
import { NameInList } from "../signing/name-in-list.tsx";
import { forgottenReceipt } from "../signing/receipt-cookie.ts";
import { TokenResult } from "../token-page/result.tsx";
import {
  hasEnded,
  headersOfTokenPage,
  opened,
  pressed,
  type TokenPageRequest,
  useTokenPage,
} from "../token-page/token-page.ts";
import { forgetSheets } from "../transparency/kept-sheet.ts";
import { ReceiptSheet } from "../transparency/receipt-sheet.tsx";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

const LONGEST_TYPED = 4000;

type Shown = PersonalOutcome & { receipt?: ReceiptOutcome; byWithdrawal?: true };

const look = opened(async (asked) =>
  asked.token === "" ? null : withReceipt(await asked.petition.personalData(asked.token, asked.visitor), asked),
);

export async function loader(args: LoaderFunctionArgs) {
  const [looked, isEnded] = await Promise.all([look(args), hasEnded(args)]);
  return { ...looked, deleteBy: args.context.get(factsContext).deleteBy, isEnded };
}

export const action = pressed(
  {
    open: 200,
    changed: 200,
    unchanged: 200,
    erased: 200,
    gone: 410,
    expired: 410,
    unknown: 404,
    "address-asked": 200,
    "address-refused": 400,
    "too-many-acts": 429,
    ...STATUS_OF_LINK,
  },
  async (asked): Promise<Shown | LinkPageAnswer> => {
    const { petition, visitor, token, form } = asked;
    switch (form.get("intent")) {
      case "send-link":
        return askForLink({ petition, visitor }, form);
      case "withdraw":
        return { ...(await petition.withdrawOwn(token, visitor)), byWithdrawal: true };
      case "address": {
        const email = String(form.get("email") ?? "").slice(0, LONGEST_TYPED);
        return withReceipt(await petition.askForAddress(token, email, visitor), asked);
      }
      default:
        return withReceipt(await petition.correct(token, entryIn(form), visitor), asked);
    }
  },
  (result): Record<string, string> => (isErased(result) ? { "Set-Cookie": forgottenReceipt() } : {}),
);

/** Only if there is a signature to show. A late receipt must not delay the answer. */
async function withReceipt(
  outcome: PersonalOutcome,
  { petition, visitor, token, unavailability }: TokenPageRequest,
): Promise<Shown> {
  if (!("data" in outcome)) return outcome;
  const receipt = await petition.ownReceipt(token, visitor).catch((failure): ReceiptOutcome => {
    if (unavailability.messageOfAct(failure) === null) throw failure;
    return { outcome: "waiting" };
  });
  return { ...outcome, receipt };
}

function entryIn(form: FormData): CorrectionInput {
  return {
    fullName: String(form.get("fullName") ?? "").slice(0, LONGEST_TYPED),
    visibility: form.get("visibility") === "public" ? "public" : "private",
  };
}

/** If no answer came, a second press finds the signature already gone. */
function isErased(result: { outcome: string; byWithdrawal?: true }): boolean {
  return result.outcome === "erased" || (result.outcome === "gone" && result.byWithdrawal === true);
}

export const headers = headersOfTokenPage;

export const meta = unlistedPage("personal", { title: "personal.meta.title", description: "personal.meta.description" });

export default function Personal() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { token, result } = useTokenPage(loaded, answer);
  const isGone = answer !== undefined && isErased(answer.result);
  useEffect(() => {
    if (isGone) forgetSheets();
  }, [isGone]);
  if (result === null || "asked" in result)
    return (
      <ResultPage>
        <LinkRequest answer={result} isEnded={loaded.isEnded} />
      </ResultPage>
    );
  return (
    <TokenResult page="personal" token={token} result={result}>
      {(own) => (
        <PersonalResult
          result={own}
          token={token}
          deleteBy={loaded.deleteBy}
          isEnded={loaded.isEnded}
          receiptSheet={<ReceiptSheet token={token} given={own.receipt ?? null} isOnOwnPage Share={PassOn} />}
          visibilityField={(entry, begin) => <NameInList entry={entry} begin={begin} />}
        />
      )}
    </TokenResult>
  );
}
