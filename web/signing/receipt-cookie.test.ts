import { expect, test } from "vitest";
import { receiptCookie } from "./receipt-cookie.ts";

const ATTRIBUTES = ["signed=encrypted", "Path=/", "Max-Age=3600", "HttpOnly", "SameSite=Lax"];

test("A receipt travels in a cookie that no script reads and no other site sends", () => {
  expect(new Set(receiptCookie("encrypted", "http://localhost:3000").split("; "))).toEqual(new Set(ATTRIBUTES));
});

test("Where the site is encrypted, the receipt travels encrypted only", () => {
  expect(new Set(receiptCookie("encrypted", "https://petition.example").split("; "))).toEqual(
    new Set([...ATTRIBUTES, "Secure"]),
  );
});
