import { expect, test } from "vitest";
import { allTranslators } from "../../server/platform/translators.ts";
import { reportOf } from "./report-name.tsx";

test("the e-mail that reports a name says in the reader's language what it is about, and where the name stands", () => {
  const address = "https://petition.example/pl/unterstuetzer/seite/2";
  const begun = new URLSearchParams(reportOf(allTranslators().pl, address));
  expect(begun.get("subject")).toBe("Nazwisko na liście osób popierających");
  expect(begun.get("body")).toContain(`${address}\r\n`);
});
