import type { Milliseconds } from "./duration.ts";

export const RECEIPT_COOKIE = "signed";

export const RECEIPT_LIFETIME: Milliseconds = 60 * 60_000;

export const RECEIPT_COOKIE_ATTRIBUTES = {
  path: "/",
  maxAge: RECEIPT_LIFETIME / 1000,
  httpOnly: true,
  sameSite: "lax",
} as const;
