import { expect, test } from "vitest";
import { bounceOf, stopsMail } from "./bounce.ts";

test.each([
  ["failed", "5.1.1", "hard"],
  ["Failed", "5.1.10", "hard"],
  ["failed", "5.2.1", "hard"],
  ["failed", "5.0.0", "hard"],
  ["failed", "5.2.2", "undelivered"],
  ["failed", "5.7.1", "undelivered"],
  ["failed", "4.4.7", "undelivered"],
  ["failed", "", "undelivered"],
  ["delayed", "4.4.1", "soft"],
  ["delivered", "2.0.0", null],
  ["relayed", "2.1.5", null],
])("%s with %s is %s", (action, status, meaning) => {
  expect(bounceOf(action, status)).toBe(meaning);
});

test("only a dead mailbox and a complaint end the mail", () => {
  expect((["hard", "undelivered", "soft", "complaint"] as const).filter(stopsMail)).toEqual(["hard", "complaint"]);
});
