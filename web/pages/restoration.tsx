import { learnBeyondHome } from "../beyond-home.ts";
import { useActionData, useLoaderData } from "../runtime/page-state.tsx";
import { TokenResult } from "../token-page/result.tsx";
import { headersOfTokenPage, opened, pressed, useTokenPage } from "../token-page/token-page.ts";
import { RestorationResult } from "../withdrawal/link-results.tsx";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

export const loader = opened(({ petition, token, visitor }) => petition.restoration(token, visitor));

export const action = pressed(
  {
    open: 200,
    restored: 200,
    confirmed: 200,
    there: 200,
    "signed-anew": 409,
    "not-collecting": 403,
    used: 410,
    ended: 410,
    expired: 410,
    unknown: 404,
  },
  ({ petition, token, visitor, form }) => {
    const typed = (field: string) => String(form.get(field) ?? "");
    const agreed = { consentVersion: typed("consentVersion"), policyVersion: typed("policyVersion") };
    return petition.restore(token, visitor, { ...agreed, entry: Number(form.get("entry") ?? 0) });
  },
);

export const headers = headersOfTokenPage;

export const meta = unlistedPage("restoration", {
  title: "withdrawal.restore.meta.title",
  description: "withdrawal.restore.meta.description",
});

export default function Restoration() {
  const shown = useTokenPage(useLoaderData<typeof loader>(), useActionData<typeof action>());
  return (
    <TokenResult page="restoration" {...shown}>
      {(result) => <RestorationResult result={result} token={shown.token} />}
    </TokenResult>
  );
}
