import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contentPolicy, NO_PAGE, PERMISSIONS, takeMarks } from "./policy.ts";

const NONCE = "bm9uY2Ugb2YgdGhpcyBwYWdl";
const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const scriptsIn = (html: string) => /script-src ([^;]+)/.exec(contentPolicy(takeMarks(html, NONCE).scripts))?.[1];

describe("Of a rendered page", () => {
  test("the inline scripts that carry its nonce are allowed, by their hashes, each once", () => {
    const html =
      `<script nonce="${NONCE}">one()</script><script type="module" async="" nonce="${NONCE}">two("ü")\n</script>` +
      `<p>text</p><script nonce="${NONCE}">one()</script>`;
    expect(scriptsIn(html)).toBe(`'self' ${hashOf("one()")} ${hashOf('two("ü")\n')}`);
  });

  test.each([
    "<script>steal()</script>",
    '<script nonce="">steal()</script>',
    '<script nonce="Z3Vlc3NlZA">steal()</script>',
    `<script data-nonce="${NONCE.slice(0, -1)}">steal()</script>`,
    "<SCRIPT>steal()</SCRIPT>",
    "<script\n>steal()</script>",
    '<img src=x onerror="steal()">',
  ])("a name that became mark-up runs nothing: %s", (name) => {
    const html = `<h1>${name}</h1><script nonce="${NONCE}">one()</script>`;
    expect(scriptsIn(html)).toBe(`'self' ${hashOf("one()")}`);
  });

  test("mark-up that is left open before a script of ours allows that script and nothing else", () => {
    const html = `<h1><script src="//evil.example" x="</h1><script nonce="${NONCE}">one()</script>`;
    for (const script of (scriptsIn(html) ?? "").split(" ")) expect(["'self'", hashOf("one()")]).toContain(script);
  });

  test("a script with an address needs no hash, and a page without scripts has none", () => {
    expect(scriptsIn(`<script async="" src="/assets/a.js" nonce="${NONCE}"></script>`)).toBe("'self'");
    expect(scriptsIn("<p>no script</p>")).toBe("'self'");
  });

  test("nothing of the nonce is left, in links neither", () => {
    const html = `<link rel="modulepreload" href="/a.js" nonce="${NONCE}"/><script nonce="${NONCE}">one()</script>`;
    expect(takeMarks(html, NONCE).html).toBe('<link rel="modulepreload" href="/a.js"/><script>one()</script>');
  });
});

test("nothing of third parties, no unsafe-inline, no eval; framing by nobody", () => {
  const policy = contentPolicy([hashOf("one()")]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(policy).toContain("object-src 'none'");
  const [typed, loading] = [/^(?:require-)?trusted-types/, policy.split("; ")];
  const sources = loading.filter((directive) => !typed.test(directive)).flatMap((directive) => directive.split(" ").slice(1));
  expect(sources.filter((source) => !/^'(none|self|sha256-.*)'$/.test(source))).toEqual([]);
});

test("no string becomes markup or code but by the one policy of ours", () => {
  const policy = contentPolicy([]).split("; ");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("trusted-types default");
});

test("what is no page does nothing when it is opened, and no page asks for a device", () => {
  expect(NO_PAGE.split("; ")).toEqual(
    expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "sandbox"]),
  );
  for (const feature of ["camera", "geolocation", "microphone", "payment", "usb"])
    expect(PERMISSIONS).toContain(`${feature}=()`);
});

test("requests are upgraded only where the public address is https", () => {
  expect(contentPolicy([], { upgrade: true })).toContain("upgrade-insecure-requests");
  expect(contentPolicy([], { upgrade: false })).not.toContain("upgrade-insecure-requests");
});
