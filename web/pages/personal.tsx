import { useActionData, useLoaderData } from "react-router";
import { learnBeyondHome } from "../beyond-home.ts";
import { ResultPage } from "../frame/result-sheet.tsx";
import { PersonalResult } from "../personal/personal-result.tsx";
import { NameInList } from "../signing/name-in-list.tsx";
import { headersOfTokenPage, opened, pressed, useTokenPage } from "../token-page/token-page.ts";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

/** What is longer is no name, whatever comes after. */
const LONGEST_NAME = 4000;

export const loader = opened(({ petition, token }) => petition.personalData(token));

export const action = pressed(
  {
    open: 200,
    changed: 200,
    unchanged: 200,
    erased: 200,
    refused: 400,
    gone: 410,
    expired: 410,
    unknown: 404,
    "too-many-acts": 429,
  },
  ({ petition, token, form }) =>
    form.get("intent") === "withdraw"
      ? petition.withdrawOwn(token)
      : petition.correct(token, {
          fullName: String(form.get("fullName") ?? "").slice(0, LONGEST_NAME),
          visibility: form.get("visibility") === "public" ? "public" : "private",
        }),
);

export const headers = headersOfTokenPage;

export const meta = unlistedPage("personal", { title: "personal.meta.title", description: "personal.meta.description" });

export default function Personal() {
  const { token, result } = useTokenPage(useLoaderData<typeof loader>(), useActionData<typeof action>());
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
