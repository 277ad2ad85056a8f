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
  name: string;
}

export function discoveryRoutes(app: FastifyInstance, { publicUrl, clock, name }: Tools): void {
  const serve = (url: string, type: string, write: () => string | null) =>
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler(_request, reply) {
        const text = write();
        return text === null ? reply.callNotFound() : reply.type(type).header("cache-control", HOUR).send(text);
      },
    });
  serve("/robots.txt", "text/plain; charset=utf-8", () => robots(publicUrl()));
  serve("/.well-known/security.txt", "text/plain; charset=utf-8", () =>
    writeSecurityTxt({ config: petitionConfig, publicUrl: publicUrl(), now: clock.now() }),
  );
  serve("/sitemap.xml", "application/xml; charset=utf-8", () => sitemap(publicUrl()));
  serve("/manifest.webmanifest", "application/manifest+json", () => manifest(name));
  for (const language of LANGUAGES)
    serve(qrCodeIn(language), "image/svg+xml; charset=utf-8", () => drawQrCode(publicUrl() + pageIn(language, "home")));
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

function shortened(name: string): string {
  const [, words] = /^(.{1,12})(?: |$)/.exec(name) ?? [];
  return words ?? name;
}
