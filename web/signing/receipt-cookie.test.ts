import { expect, test } from "vitest";
import { receiptCookie } from "./receipt-cookie.ts";

test("A receipt travels in a cookie that no script reads and no other site sends", () => {
  expect(receiptCookie("sealed", "http://localhost:3000")).toBe("signed=sealed; Path=/; Max-Age=600; HttpOnly; SameSite=Lax");
});

test("Where the site is encrypted, the receipt travels encrypted only", () => {
  expect(receiptCookie("sealed", "https://petition.example")).toMatch(/; Secure$/);
});
