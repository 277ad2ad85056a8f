import { z } from "zod";

export type Analytics = { to: "none" | "own" } | { to: "plausible" | "umami" | "matomo"; address: string };

/** By what shows in the address: its path, the id that only one of them has, or its host's name. */
export function analytics() {
  return z.string().transform((given, context): Analytics => {
    if (given === "none" || given === "own") return { to: given };
    const understood = providerAt(given);
    if (typeof understood !== "string") return understood;
    context.addIssue(understood);
    return z.NEVER;
  });
}

/** A text says what is wrong with the address. */
function providerAt(given: string): Analytics | string {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.hash)
    return "must be none, own or the http or https address of a Plausible, Umami or Matomo.";
  const { pathname, searchParams, hostname } = url;
  const isBare = pathname === "/";
  if (/\/(?:matomo|piwik)\.php$/.test(pathname) || searchParams.has("idsite") || hostname.includes("matomo")) {
    if (!/^[1-9]\d{0,9}$/.test(searchParams.get("idsite") ?? ""))
      return ": a Matomo's address names its site: https://matomo.example/matomo.php?idsite=1.";
    if (!pathname.endsWith(".php")) url.pathname = `${pathname.replace(/\/$/, "")}/matomo.php`;
    return { to: "matomo", address: url.href };
  }
  if (pathname.endsWith("/api/send") || searchParams.has("website") || hostname.includes("umami")) {
    if (!searchParams.get("website"))
      return ": an Umami's address names its website: https://umami.example/api/send?website=….";
    if (isBare) url.pathname = "/api/send";
    return { to: "umami", address: url.href };
  }
  if (isBare || pathname.endsWith("/api/event")) {
    if (isBare) url.pathname = "/api/event";
    return { to: "plausible", address: url.href };
  }
  return ": the address must end in /api/event (Plausible), /api/send?website=… (Umami) or /matomo.php?idsite=… (Matomo).";
}
