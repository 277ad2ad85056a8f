import { expect, test } from "vitest";
import { readMessages } from "../../messages/catalogue.ts";
import { LANGUAGES } from "../../petition/language.ts";

test.each(LANGUAGES)("The subject that the thanks tell Anna to look for is the subject of the e-mail: %s", (language) => {
  const messages = readMessages(language);
  expect(messages.get("signing.emailSubject")).toBe(messages.get("mail.email.confirmation.subject"));
});
