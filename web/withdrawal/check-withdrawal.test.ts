import { expect, test } from "vitest";
import { compileMessages } from "../../messages/catalogue.ts";
import { translator } from "../../messages/translate.ts";
import { checkWithdrawal } from "./check-withdrawal.ts";

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
