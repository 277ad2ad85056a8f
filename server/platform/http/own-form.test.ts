import { describe, expect, test } from "vitest";
import { isOwnForm } from "./protections.ts";

describe("A form is ours", () => {
  const OURS = "https://petition.example";
  const form = (headers: Record<string, string>) => isOwnForm({ headers, host: "inside:3000" }, OURS);

  test.each([
    [{ origin: OURS }, true],
    [{ origin: "http://inside:3000" }, true],
    [{ origin: "https://inside:3000" }, true],
    [{}, true],
    [{ "sec-fetch-site": "same-origin" }, true],
    [{ origin: "https://evil.example" }, false],
    [{ origin: "https://petition.example.evil.example" }, false],
    [{ origin: "http://petition.example" }, false],
    [{ origin: "null" }, false],
    [{ "sec-fetch-site": "cross-site" }, false],
    [{ "sec-fetch-site": "same-site" }, false],
  ])("with %j: %s", (headers, isOurs) => {
    expect(form(headers)).toBe(isOurs);
  });
});
