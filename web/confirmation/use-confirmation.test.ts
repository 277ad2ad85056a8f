import { expect, test } from "vitest";
import { CallFailed } from "../call.ts";
import { viewOf } from "./use-confirmation.ts";

const refused = (status: number, answer: unknown) => new CallFailed(status, "", JSON.stringify(answer));

test("Anna follows her link: her signature counts", () => {
  const personalLink = "/meine-daten?token=abc";
  const confirmed = { outcome: "confirmed", message: "Bestätigt." };
  expect(viewOf({ success: true, message: "Bestätigt.", personalLink })).toEqual({
    ...confirmed,
    personalLink,
    signedAs: null,
  });
  const signedAs = { fullName: "Anna Bergmüller", listedAs: "Anna B.", onHold: false };
  expect(viewOf({ success: true, message: "Bestätigt.", signedAs })).toEqual({ ...confirmed, personalLink: null, signedAs });
  const elsewhere = { success: true, message: "Bestätigt.", personalLink: "//elsewhere.example" };
  expect(viewOf(elsewhere)).toEqual({ ...confirmed, personalLink: null, signedAs: null });
});

test("Anna opens her link twice: the second time is no error", () => {
  const answer = { success: false, error: "already_confirmed", message: "Schon bestätigt." };
  expect(viewOf(refused(409, answer))).toEqual({ outcome: "already_confirmed", message: "Schon bestätigt." });
});

test("Dieter comes too late: he reads the message and the hint", () => {
  const answer = { success: false, error: "expired", message: "Zu spät.", hint: "Neu unterschreiben." };
  expect(viewOf(refused(410, answer))).toEqual({ outcome: "expired", message: "Zu spät.", hint: "Neu unterschreiben." });
});

test("A link nobody was given is an invalid link", () => {
  expect(viewOf(refused(404, { success: false, message: "Unbekannt." }))).toEqual({
    outcome: "unknown",
    message: "Unbekannt.",
  });
});

test("Too many attempts are said in the server's words", () => {
  expect(viewOf(refused(429, { message: "Später." }))).toEqual({ outcome: "failed", message: "Später." });
});

test("The database is too slow: nobody is told that it failed, nor that it did not", () => {
  const answer = { outcome: "unavailable", message: "Vielleicht.", retryAfter: 5 };
  expect(viewOf(refused(503, answer))).toEqual({ outcome: "unanswered", message: "Vielleicht." });
});

test.each([
  ["no connection", new TypeError("Failed to fetch")],
  ["a proxy's page", new CallFailed(502, "Bad Gateway", "<html>Bad Gateway</html>")],
  ["a proxy's 404", new CallFailed(404, "Not Found", "<html>Not Found</html>")],
])("With %s the confirmation has failed, and nothing raw is shown", (_case, failure) => {
  expect(viewOf(failure)).toEqual({ outcome: "failed", message: null });
});

test.each([
  ["an answer that denies success", viewOf({ success: false, message: "?" })],
  ["an empty answer", viewOf(null)],
  ["an error without a known name", viewOf(refused(400, { success: false, error: "sunspots", message: "?" }))],
])("%s is an unexpected error", (_case, view) => {
  expect(view).toEqual({ outcome: "unexpected" });
});

test.each([
  ["confirmed", { outcome: "confirmed", message: "Ja.", personalLink: null, signedAs: null }],
  ["already_confirmed", { outcome: "already_confirmed", message: "Ja." }],
  ["expired", { outcome: "expired", message: "Ja.", hint: null }],
  ["unknown", { outcome: "unknown", message: "Ja." }],
])("The name %s alone says what came of it, whatever the status", (outcome, view) => {
  expect(viewOf({ outcome, message: "Ja." })).toEqual(view);
  expect(viewOf(refused(400, { outcome, message: "Ja." }))).toEqual(view);
});

test("Without the page's script the same outcomes show the same", () => {
  expect(viewOf({ outcome: "expired", message: "Zu spät.", hint: "Neu." })).toEqual({
    outcome: "expired",
    message: "Zu spät.",
    hint: "Neu.",
  });
  expect(viewOf({ outcome: "unknown", message: "Unbekannt." })).toEqual({ outcome: "unknown", message: "Unbekannt." });
});
