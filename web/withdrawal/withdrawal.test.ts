import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Petition } from "../../contract/petition.ts";
import type { Visitor } from "../../contract/visitor.ts";
import type { WithdrawOutcome } from "../../contract/withdrawal.ts";
import { compileMessages } from "../../messages/catalogue.ts";
import { translator } from "../../messages/translate.ts";
import { petitionContext, visitorContext } from "../context.ts";
import { pressed } from "../token-page/token-page.ts";
import { checkWithdrawal, requestWithdrawal, STATUS_OF_REQUEST } from "./withdrawal.ts";

const visitor: Visitor = { address: "192.0.2.1", userAgent: null, limited: true, language: "de" };

/** The form posted as a browser without JavaScript does, to a server that withdraws as told. */
async function post(fields: Record<string, string>, withdraw: Petition["withdraw"]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const context = new RouterContextProvider();
  context.set(petitionContext, { withdraw } as Petition);
  context.set(visitorContext, visitor);
  const request = new Request("http://localhost/widerruf", { method: "POST", body: form });
  const action = pressed(STATUS_OF_REQUEST, (asked) => requestWithdrawal(asked, asked.form));
  const { data, init } = await action({ request, context, url: new URL(request.url), pattern: "/widerruf", params: {} });
  return { ...data.result, status: init?.status ?? 200, headers: new Headers(init?.headers) };
}

test("Anna deletes her data without JavaScript: the server's sentence stands on the page, the form is empty", async () => {
  const asked: unknown[] = [];
  const answer = await post({ email: "anna@example.org", confirmDeletion: "true" }, async (input): Promise<WithdrawOutcome> => {
    asked.push(input);
    return { outcome: "accepted", message: "Alles gelöscht.", deleteBy: "request" };
  });
  expect(asked).toEqual([{ email: "anna@example.org", confirmDeletion: true, locale: "de" }]);
  expect(answer).toMatchObject({
    outcome: "accepted",
    message: "Alles gelöscht.",
    typed: { email: "", confirmDeletion: false },
  });
});

test("what was refused comes back with what Anna typed", async () => {
  const errors = [
    { field: "confirmDeletion" as const, code: "confirmation-missing", message: "Sie müssen die Löschung bestätigen." },
  ];
  const answer = await post({ email: "anna@example.org" }, async () => ({
    outcome: "refused",
    message: "Bitte prüfen.",
    errors,
  }));
  expect(answer).toMatchObject({ status: 400, outcome: "refused", errors, typed: { email: "anna@example.org" } });
});

test("too many attempts say when to come back", async () => {
  const answer = await post({ email: "anna@example.org", confirmDeletion: "true" }, async () => ({
    outcome: "too-many-attempts",
    message: "Zu viele Versuche.",
    retryAfter: 60,
  }));
  expect(answer).toMatchObject({ status: 429, outcome: "too-many-attempts" });
  expect(answer.headers.get("retry-after")).toBe("60");
});

test("a database that is away is told with the server's sentence; what was typed stays", async () => {
  const answer = await post({ email: "anna@example.org", confirmDeletion: "true" }, async () => ({
    outcome: "unavailable",
    message: "Schreib uns.",
    retryAfter: 5,
  }));
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer).toMatchObject({
    status: 503,
    outcome: "unavailable",
    message: "Schreib uns.",
    typed: { email: "anna@example.org" },
  });
});

const t = translator("de", { de: compileMessages("de", { forBrowser: true }) });

test("an empty form is told both sentences", () => {
  expect(checkWithdrawal({ email: "", confirmDeletion: false }, t)).toEqual({
    email: "Bitte geben Sie eine gültige E-Mail-Adresse ein.",
    confirmDeletion: "Sie müssen die Löschung bestätigen.",
  });
});

test("Anna's address and her tick are all it takes", () => {
  expect(checkWithdrawal({ email: " anna@example.org ", confirmDeletion: true }, t)).toEqual({});
});

test("an address without a domain is not sent", () => {
  expect(checkWithdrawal({ email: "anna@", confirmDeletion: true }, t)).toHaveProperty("email");
});
