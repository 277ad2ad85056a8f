import { expect, test } from "vitest";
import { contentPolicy, NO_PAGE, PERMISSIONS } from "./protections.ts";

test("nothing of third parties, no script within a page, no unsafe-inline, no eval; framing by nobody", () => {
  const policy = contentPolicy();
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(policy).toContain("object-src 'none'");
  const [typed, loading] = [/^(?:require-)?trusted-types/, policy.split("; ")];
  const sources = loading.filter((directive) => !typed.test(directive)).flatMap((directive) => directive.split(" ").slice(1));
  expect(sources.filter((source) => !/^'(none|self)'$/.test(source))).toEqual(["data:"]);
  expect(policy).toContain("font-src 'self' data:");
});

test("no string becomes markup or code but by the one policy of ours", () => {
  const policy = contentPolicy().split("; ");
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

test("a worker is a file of ours", () => {
  expect(contentPolicy().split("; ")).toContain("worker-src 'self'");
});

test("requests are upgraded only where the public address is https", () => {
  expect(contentPolicy({ upgrade: true })).toContain("upgrade-insecure-requests");
  expect(contentPolicy({ upgrade: false })).not.toContain("upgrade-insecure-requests");
});
