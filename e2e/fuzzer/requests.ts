import fc from "fast-check";
import { bodies, bodyAt, type StrangeBody } from "./bodies.ts";
import { headers } from "./headers.ts";
import { RIGHT_KEY, SIGNATURE } from "./material.ts";
import { type Target, targets } from "./paths.ts";
import type { Place } from "./places.ts";
import { FRAMINGS, type Framing, type Header, type StrangeRequest } from "./request.ts";

const METHODS = "GET HEAD POST PUT DELETE PATCH OPTIONS TRACE CONNECT QUERY PROPFIND MKCOL PURGE M-SEARCH FOO get".split(" ");

/** The administration knows this address, so that nobody who has the key is held up for others' wrong ones. */
export const ADMINISTRATOR = "192.0.2.7";

const sources = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join(".")}`) },
  { weight: 4, arbitrary: fc.ipV6() },
  {
    weight: 1,
    arbitrary: fc.constantFrom("unknown", "::ffff:10.1.2.3", "10.1.2.3:4567", "[::1]:80", "fe80::1%eth0", "x", "1.2.3"),
  },
);

export function strangeRequests(places: Place[]): fc.Arbitrary<StrangeRequest> {
  return fc
    .record({
      at: targets(places),
      /** Most often one that the place answers. */
      method: fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constantFrom(...METHODS) }),
      headers,
      body: bodies,
      sends: fc.oneof(
        { weight: 5, arbitrary: fc.constant("fitting") },
        { weight: 1, arbitrary: fc.constantFrom("always", "never") },
      ),
      framing: fc.oneof(
        { weight: 40, arbitrary: fc.constant<Framing>("length") },
        { weight: 8, arbitrary: fc.constant<Framing>("chunked") },
        { weight: 1, arbitrary: fc.constantFrom(...FRAMINGS) },
      ),
      source: sources,
      /** To calls of the administration: knows the key. To the mail server's: signs. */
      knowsKey: fc.boolean(),
    })
    .map(joined);
}

interface Choices {
  at: Target;
  method: number | string;
  headers: Header[];
  body: StrangeBody;
  sends: string;
  framing: Framing;
  source: string;
  knowsKey: boolean;
}

function joined({
  at: { place, target },
  method: chosen,
  headers: given,
  body,
  sends,
  framing,
  source,
  knowsKey,
}: Choices): StrangeRequest {
  const method = typeof chosen === "string" ? chosen : (place.methods[chosen % place.methods.length] ?? "GET");
  const takesBody = ["POST", "PUT", "PATCH"].includes(method);
  const isSent = sends === "always" || (sends === "fitting" && takesBody);
  const { body: bytes, type, packed } = bodyAt(place.path, body);
  const isAdministration = /^\/(api\/admin|metrics)/.test(place.path);
  const isMailServer = place.path.endsWith("/mail/bounces");
  return {
    method,
    target: target === "" ? "/" : target,
    headers: [
      ...given,
      ...(isSent ? [["Content-Type", type] satisfies Header] : []),
      ...(isSent && packed ? [["Content-Encoding", packed] satisfies Header] : []),
      ...(isAdministration && knowsKey ? [["Authorization", `Bearer ${RIGHT_KEY}`] satisfies Header] : []),
      ...(isMailServer && knowsKey ? [["X-Signature", SIGNATURE] satisfies Header] : []),
    ],
    body: isSent ? bytes : null,
    framing,
    source: isAdministration && knowsKey ? ADMINISTRATOR : source,
  };
}
