import { learnBeyondHome } from "../beyond-home.ts";
import { SuppressionResult } from "../confirmation/suppression-result.tsx";
import { useActionData, useLoaderData } from "../runtime/page-state.tsx";
import { TokenResult } from "../token-page/result.tsx";
import { headersOfTokenPage, opened, pressed, useTokenPage } from "../token-page/token-page.ts";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

export const loader = opened(({ petition, token }) => petition.suppression(token));

export const action = pressed(
  { open: 200, suppressed: 200, undone: 200, counted: 409, expired: 410, unknown: 404 },
  ({ petition, token, form }) => (form.get("intent") === "undo" ? petition.undoSuppression(token) : petition.suppress(token)),
);

export const headers = headersOfTokenPage;

export const meta = unlistedPage("suppression", {
  title: "confirmation.suppression.meta.title",
  description: "confirmation.suppression.meta.description",
});

export default function Suppression() {
  const shown = useTokenPage(useLoaderData<typeof loader>(), useActionData<typeof action>());
  return (
    <TokenResult page="suppression" {...shown}>
      {({ outcome }) => <SuppressionResult outcome={outcome} token={shown.token} />}
    </TokenResult>
  );
}
