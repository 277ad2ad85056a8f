import { expect, test } from "vitest";
import { isAccepted } from "./is-accepted.ts";

test.each([
  ["success alone", { success: true, message: "Parti." }],
  ["the German phrase alone", { message: "Die Bestätigungs-E-Mail wurde gesendet. Bitte öffne den Link." }],
  ["the English phrase alone", { message: "Confirmation email has been sent." }],
])("Anna's signature is taken: %s says so", (_case, answer) => {
  expect(isAccepted(answer)).toBe(true);
});

test.each([
  ["another sentence", { message: "Anfrage gespeichert" }],
  ["success in words", { success: "true" }],
  ["success denied", { success: false, message: "Nein." }],
  ["a message that is no text", { message: ["Confirmation email has been sent"] }],
  ["a bare text", "Confirmation email has been sent"],
  ["nothing", null],
])("Anna is not thanked for %s", (_case, answer) => {
  expect(isAccepted(answer)).toBe(false);
});
