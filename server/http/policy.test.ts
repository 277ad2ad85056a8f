import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentPolicy } from "./policy.ts";

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const scriptsIn = (html: string) => /script-src ([^;]+)/.exec(contentPolicy(html))?.[1];

test("the very inline scripts of a page are allowed, by their hashes, each once", () => {
  const html = '<script>one()</script><script type="module">two("ü")\n</script><p>text</p><script>one()</script>';
  expect(scriptsIn(html)).toBe(`'self' ${hashOf("one()")} ${hashOf('two("ü")\n')}`);
});

test("a script with an address needs no hash, and a page without scripts has none", () => {
  expect(scriptsIn('<script async src="/assets/a.js"></script>')).toBe("'self'");
  expect(scriptsIn("<p>no script</p>")).toBe("'self'");
});

test("nothing of third parties, no unsafe-inline, no eval; framing by nobody", () => {
  const policy = contentPolicy("<script>one()</script>");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test("requests are upgraded only where the public address is https", () => {
  expect(contentPolicy("", { upgrade: true })).toContain("upgrade-insecure-requests");
  expect(contentPolicy("", { upgrade: false })).not.toContain("upgrade-insecure-requests");
});
