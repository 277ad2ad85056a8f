import type { FastifyInstance } from "fastify";
import { encodeQR } from "qr";
import type { Petition } from "../../../contract/petition.ts";
import { articlePathIn, HAS_ARTICLE, pageIn, qrCodeIn } from "../../../petition/addresses.ts";
import { DAY } from "../../../petition/duration.ts";
import { isExampleAddress } from "../../../petition/example-address.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, NOWHERE_LANGUAGE } from "../../../petition/language.ts";
import { LIGHT } from "../../../petition/our-look.ts";
import { type PetitionConfig, PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import type { Base } from "../../platform/base.ts";
import { escaped } from "../../platform/escaped.ts";
import { readRoute } from "../../platform/http/read-route.ts";

const HOUR = "public, max-age=3600";

export function discoveryRoutes(
  app: FastifyInstance,
  { publicUrl, clock, name }: Pick<Base, "clock" | "publicUrl"> & { name: string },
): void {
  const serve = (url: string, type: string, write: () => string | null) =>
    readRoute(app, url, (_request, reply) => {
      const text = write();
      return text === null ? reply.callNotFound() : reply.type(type).header("cache-control", HOUR).send(text);
    });
  serve("/robots.txt", "text/plain; charset=utf-8", () => robots(publicUrl()));
  serve("/.well-known/security.txt", "text/plain; charset=utf-8", () =>
    writeSecurityTxt(petitionConfig, publicUrl(), clock.now()),
  );
  serve("/sitemap.xml", "application/xml; charset=utf-8", () => sitemap(publicUrl()));
  serve("/manifest.webmanifest", "application/manifest+json", () => manifest(name));
  for (const language of LANGUAGES)
    serve(qrCodeIn(language), "image/svg+xml; charset=utf-8", () => drawQrCode(publicUrl() + pageIn(language, "home")));
}

export function apiDescription(api: FastifyInstance, { petition }: { petition: Pick<Petition, "describedApi"> }): void {
  readRoute(api, "/openapi.json", (_request, reply) => reply.header("cache-control", HOUR).send(petition.describedApi()));
}

/** Pages that ask not to be indexed stay open to crawlers: who may not read a page does not see that it asks. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /*/admin$\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function manifest(name: string): string {
  return JSON.stringify({
    name,
    short_name: shortened(name),
    lang: DEFAULT_LANGUAGE,
    start_url: "/",
    scope: "/",
    display: "browser",
    theme_color: LIGHT.desk,
    background_color: LIGHT.desk,
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
    ],
  });
}

function shortened(name: string): string {
  const [, words] = /^(.{1,12})(?: |$)/.exec(name) ?? [];
  return words ?? name;
}

const VALID = 180 * DAY;

export function writeSecurityTxt(
  { organisation, sourceUrl }: Pick<PetitionConfig, "organisation" | "sourceUrl">,
  publicUrl: string,
  now: Date,
): string | null {
  const { email } = organisation;
  if (!isFilledIn(email)) return null;
  const expires = new Date(Math.floor(now.getTime() / DAY) * DAY + VALID).toISOString().replace(".000", "");
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${[...new Set([DEFAULT_LANGUAGE, NOWHERE_LANGUAGE])].join(", ")}`,
    ...(publicUrl.startsWith("https:") ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    ...(isFilledIn(sourceUrl) ? ["# SECURITY.md, in the source:", `Policy: ${sourceUrl}`] : []),
    "",
  ].join("\n");
}

function isFilledIn(setting: string): boolean {
  return !setting.includes(PLACEHOLDER) && !isExampleAddress(setting);
}

/** The others ask not to be indexed: lists of names, results of links, forms about one's data. */
const PAGES: ((language: Language) => string)[] = [
  (language) => pageIn(language, "home"),
  ...(HAS_ARTICLE ? [articlePathIn] : []),
  ...(["legalNotice", "privacy", "accessibility", "transparency", "material", "press"] as const).map(
    (page) => (language: Language) => pageIn(language, page),
  ),
];

function sitemap(publicUrl: string): string {
  const site = escaped(publicUrl);
  const entries = PAGES.flatMap((pathOf) => LANGUAGES.map((language) => entry(site, pathOf, language)));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries.join("\n")}\n</urlset>\n`
  );
}

function entry(site: string, pathOf: (language: Language) => string, language: Language): string {
  const alternate = (hreflang: string, one: Language) =>
    `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${site}${pathOf(one)}"/>`;
  return [
    "  <url>",
    `    <loc>${site}${pathOf(language)}</loc>`,
    ...LANGUAGES.map((one) => alternate(one, one)),
    alternate("x-default", DEFAULT_LANGUAGE),
    "  </url>",
  ].join("\n");
}

/** Squares of nothing around the code, without which cameras do not see it begin. */
const QUIET = 4;

function drawQrCode(address: string): string {
  const rows = encodeQR(address, "raw", { ecc: "quartile", border: QUIET });
  const size = rows.length;
  const dark = rows.map((row, y) => row.map((isDark, x) => runAt(row, isDark, x, y)).join("")).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>\n`
  );
}

function runAt(row: boolean[], isDark: boolean, x: number, y: number): string {
  if (!isDark || row[x - 1]) return "";
  const end = row.indexOf(false, x);
  return `M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`;
}
