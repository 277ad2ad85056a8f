import { learnBeyondHome } from "../beyond-home.ts";
import { AddressResult } from "../personal/address-result.tsx";
import { useActionData, useLoaderData } from "../runtime/page-state.tsx";
import { TokenResult } from "../token-page/result.tsx";
import { headersOfTokenPage, opened, pressed, useTokenPage } from "../token-page/token-page.ts";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

export const loader = opened(({ petition, token, visitor }) => petition.addressLink(token, visitor));

export const action = pressed(
  { open: 200, changed: 200, kept: 200, void: 410, taken: 409, held: 409, gone: 410, expired: 410, unknown: 404 },
  ({ petition, token, visitor }) => petition.followAddressLink(token, visitor),
);

export const headers = headersOfTokenPage;

export const meta = unlistedPage("address", {
  title: "personal.address.meta.title",
  description: "personal.address.meta.description",
});

export default function Address() {
  const shown = useTokenPage(useLoaderData<typeof loader>(), useActionData<typeof action>());
  return (
    <TokenResult page="address" {...shown}>
      {(result) => <AddressResult result={result} token={shown.token} />}
    </TokenResult>
  );
}
