import { expect, test } from "vitest";
import { CallFailed } from "../call.ts";
import { outcomeOfSigning } from "./send-signature.ts";

test.each([
  ["the outcome alone", { outcome: "accepted", message: "Parti." }],
  ["success alone", { success: true, message: "Parti." }],
  ["the German phrase alone", { message: "Die Bestätigungs-E-Mail wurde gesendet. Bitte öffne den Link." }],
  ["the English phrase alone", { message: "Confirmation email has been sent." }],
])("Anna's signature is taken: %s says so", (_case, answer) => {
  expect(outcomeOfSigning(answer)).toBe("accepted");
});

test.each([
  ["another sentence", { message: "Anfrage gespeichert" }],
  ["success in words", { success: "true" }],
  ["success denied", { success: false, message: "Nein." }],
  ["a message that is no text", { message: ["Confirmation email has been sent"] }],
  ["a bare text", "Confirmation email has been sent"],
  ["an outcome that is no text", { outcome: ["accepted"] }],
  ["nothing", null],
])("Anna is not thanked for %s", (_case, answer) => {
  expect(outcomeOfSigning(answer)).toBeNull();
});

test("A refusal is known by its name, whatever else it says", () => {
  const refusal = { outcome: "refused", success: true, message: "Confirmation email has been sent." };
  expect(outcomeOfSigning(new CallFailed(400, "", JSON.stringify(refusal)))).toBe("refused");
  expect(outcomeOfSigning(new TypeError("Failed to fetch"))).toBeNull();
});
