import type { FastifyInstance } from "fastify";
import type { Petition } from "../../../contract/petition.ts";
import { pageIn, qrCodeIn } from "../../../petition/addresses.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../petition/language.ts";
import { LIGHT } from "../../../petition/our-look.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Clock } from "../../platform/clock.ts";
import { drawQrCode } from "./qr-code.ts";
import { writeSecurityTxt } from "./security-txt.ts";
import { sitemap } from "./sitemap.ts";

const HOUR = "public, max-age=3600";

interface Tools {
  clock: Clock;
  publicUrl(): string;
  /** What the petition is called, in the language of its addresses without a prefix. */
  name: string;
}

export function discoveryRoutes(app: FastifyInstance, { publicUrl, clock, name }: Tools): void {
  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: "/robots.txt",
    handler: (_request, reply) =>
      reply.type("text/plain; charset=utf-8").header("cache-control", HOUR).send(robots(publicUrl())),
  });
  app.route({
    method,
    url: "/.well-known/security.txt",
    handler(_request, reply) {
      const told = writeSecurityTxt({ config: petitionConfig, publicUrl: publicUrl(), now: clock.now() });
      if (told === null) return reply.callNotFound();
      return reply.type("text/plain; charset=utf-8").header("cache-control", HOUR).send(told);
    },
  });
  app.route({
    method,
    url: "/sitemap.xml",
    handler: (_request, reply) =>
      reply.type("application/xml; charset=utf-8").header("cache-control", HOUR).send(sitemap(publicUrl())),
  });
  app.route({
    method,
    url: "/manifest.webmanifest",
    handler: (_request, reply) => reply.type("application/manifest+json").header("cache-control", HOUR).send(manifest(name)),
  });
  for (const language of LANGUAGES)
    app.route({
      method,
      url: qrCodeIn(language),
      handler: (_request, reply) =>
        reply
          .type("image/svg+xml; charset=utf-8")
          .header("cache-control", HOUR)
          .send(drawQrCode(publicUrl() + pageIn(language, "home"))),
    });
}

export function apiDescription(api: FastifyInstance, { petition }: { petition: Pick<Petition, "describedApi"> }): void {
  api.route({
    method: ["GET", "HEAD"],
    url: "/openapi.json",
    handler: (_request, reply) => reply.header("cache-control", HOUR).send(petition.describedApi()),
  });
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

/** Under an icon there is room for some twelve letters: as many of its words as fit. */
function shortened(name: string): string {
  const [, words] = /^(.{1,12})(?: |$)/.exec(name) ?? [];
  return words ?? name;
}
