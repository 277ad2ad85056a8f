import type { FastifyInstance } from "fastify";
import { pageIn, qrCodeIn } from "../../petition/addresses.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { describeApi } from "./openapi.ts";
import { drawQrCode } from "./qr-code.ts";
import { sitemap } from "./sitemap.ts";

const HOUR = "public, max-age=3600";

interface Tools {
  publicUrl(): string;
}

interface ApiTools extends Tools {
  takesBounces: boolean;
}

export function discoveryRoutes(app: FastifyInstance, { publicUrl }: Tools): void {
  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: "/robots.txt",
    handler: (_request, reply) =>
      reply.type("text/plain; charset=utf-8").header("cache-control", HOUR).send(robots(publicUrl())),
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
    handler: (_request, reply) => reply.type("application/manifest+json").header("cache-control", HOUR).send(MANIFEST),
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

export function apiDescription(api: FastifyInstance, { publicUrl, takesBounces }: ApiTools): void {
  api.route({
    method: ["GET", "HEAD"],
    url: "/openapi.json",
    handler: (_request, reply) =>
      reply.header("cache-control", HOUR).send(describeApi({ publicUrl: publicUrl(), takesBounces })),
  });
}

/** Pages that ask not to be indexed stay open to crawlers: who may not read a page does not see that it asks. */
function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /*/admin$\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

const MANIFEST = JSON.stringify({
  name: "Bargeld erhalten",
  short_name: "Bargeld",
  lang: "de",
  start_url: "/",
  scope: "/",
  display: "browser",
  theme_color: "#eaeee4",
  background_color: "#eaeee4",
  icons: [
    { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
    { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
    { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
  ],
});
