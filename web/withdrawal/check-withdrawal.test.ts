import { expect, test } from "vitest";
import { compileMessages } from "../../messages/catalogue.ts";
import { speaker } from "../../messages/say.ts";
import { checkWithdrawal } from "./check-withdrawal.ts";

const say = speaker("de", { de: compileMessages("de", { forBrowser: true }) });

test("an empty form is told both sentences of the specification", () => {
  expect(checkWithdrawal({ email: "", confirmDeletion: false }, say)).toEqual({
    email: "Bitte geben Sie eine gültige E-Mail-Adresse ein.",
    confirmDeletion: "Sie müssen die Löschung bestätigen.",
  });
});

test("Anna's address and her tick are all it takes", () => {
  expect(checkWithdrawal({ email: " anna@example.org ", confirmDeletion: true }, say)).toEqual({});
});

test("an address without a domain is not sent", () => {
  expect(checkWithdrawal({ email: "anna@", confirmDeletion: true }, say)).toHaveProperty("email");
});
