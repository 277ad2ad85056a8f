import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import { readHandover } from "./handover.ts";

const recipient = Object.fromEntries(LANGUAGES.map((one) => [one, "Petitionsausschuss"])) as Record<Language, string>;
const whole = { recipient, date: "2027-05-23", erasedBy: "2027-06-30" };

describe("The handover in petition.config.ts", () => {
  test("as it comes, with placeholders, says that nothing is set", () => {
    expect(readHandover(petitionConfig.handover)).toMatchObject({
      date: null,
      erasedBy: null,
      recipient: { de: null, pl: null },
    });
  });

  test("filled in, it is read as it stands; what came of it may be missing, or wait to be filled in", () => {
    const result = { de: "Angenommen.", en: PLACEHOLDER };
    expect(readHandover({ ...whole, result })).toEqual({ ...whole, result: { de: "Angenommen." } });
    expect(readHandover({ ...whole, erasedBy: "2027-05-23" })).toMatchObject({ erasedBy: "2027-05-23", result: {} });
  });

  test.each([
    ["date", { date: "23.05.2027" }, "handover.date must be a day such as 2027-05-23"],
    ["date", { date: "2027-02-30" }, "handover.date must be a day"],
    [
      "erasedBy",
      { erasedBy: "2027-05-22" },
      "handover.erasedBy must not lie before the day on which the signatures are handed over.",
    ],
    ["date", { date: PLACEHOLDER }, "handover.date must be set where erasedBy is"],
    ["recipient", { recipient: { ...recipient, fr: " " } }, "handover.recipient.fr must not be empty"],
    ["result", { result: { de: "x".repeat(2001) } }, "handover.result.de must not be longer than 2000 characters."],
  ])("a wrong %s is refused with a sentence: %o", (_what, wrong, sentence) => {
    expect(() => readHandover({ ...whole, ...wrong })).toThrow(`petition.config.ts: ${sentence}`);
  });

  test("each fault has its own sentence", () => {
    expect(() => readHandover({ ...whole, date: "soon", erasedBy: "later" })).toThrow(
      /handover\.date must be a day.*\n.*handover\.erasedBy must be a day/,
    );
  });
});
