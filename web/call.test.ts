import { expect, test } from "vitest";
import { CallFailed, sentenceOf } from "./call.ts";

test("A failed call says its status and its body", () => {
  expect(new CallFailed(429, "Too Many Requests", '{"message":"Später"}').message).toBe('429: {"message":"Später"}');
});

test("A failed call without a body says its status text", () => {
  expect(new CallFailed(503, "Service Unavailable", "").message).toBe("503: Service Unavailable");
});

test("People read the sentence in an answer, never the answer", () => {
  expect(sentenceOf(new CallFailed(429, "", '{"message":"Später"}'))).toBe("Später");
  expect(sentenceOf({ success: true, message: "Gesendet" })).toBe("Gesendet");
});

test.each([
  ["a page of a proxy", new CallFailed(502, "Bad Gateway", "<html>")],
  ["a broken connection", new TypeError("Failed to fetch")],
  ["an empty sentence", { message: "" }],
  ["nothing", null],
])("There is no sentence to read in %s", (_case, said) => {
  expect(sentenceOf(said)).toBeNull();
});
