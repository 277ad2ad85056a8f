import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";
import { BUILD_FOLDER } from "../campaign-folder.ts";
import { hereAlone } from "./platform/http/protections.ts";
import { answer, MAILBOX, page, showMailbox } from "./platform/mail/shown-mails.ts";
import { readTextsAnew } from "./platform/translators.ts";

/** Vite hands out whatever lies in the project's folder: of its own accord all but these. */
const ITS_OWN_DENIED = [".env", ".env.*", "*.{crt,pem}", "**/.git/**"];

export async function openVite(dataFolder: string) {
  const { createServer: createVite } = await import("vite");
  // Never opened: the site's own port takes what asks for a socket, the same one after each start.
  const sockets = createServer();
  const vite = await createVite({
    server: {
      middlewareMode: true,
      hmr: { server: sockets },
      fs: { deny: [...ITS_OWN_DENIED, `${dataFolder}/**`] },
      // Letters are cut into the one, and a database writes into the other: as sources they would load every open page anew.
      watch: { ignored: [`${BUILD_FOLDER}/**`, `${dataFolder}/**`] },
    },
    appType: "custom",
  });
  return {
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    attach(app: FastifyInstance, outboxFolder: string) {
      app.server.on("upgrade", (...asked) => sockets.emit("upgrade", ...asked));
      vite.watcher.on("change", (file) => {
        if (/\/messages\/[a-z]{2,3}\//.test(file)) readTextsAnew();
      });
      void app.register(async (own) => {
        hereAlone(own);
        showDevelopment(own);
        showMailbox(own, outboxFolder);
      });
      app.addHook("onRequest", (request, reply, done) => {
        if (request.url.startsWith("/api/")) return done();
        vite.middlewares(request.raw, reply.raw, () => done());
      });
      app.addHook("onSend", async (_request, reply) => {
        const policy = String(reply.getHeader("content-security-policy") ?? "");
        if (policy.includes("script-src 'self'")) reply.header("content-security-policy", forVite(policy));
        // A browser that has once seen an answer of Vite's at this address complains of it.
        reply.removeHeader("origin-agent-cluster");
      });
      app.addHook("onClose", () => vite.close());
    },
  };
}

/** Vite writes styles into the page and tells it of changes by a socket; the gallery frames what it shows. */
function forVite(policy: string): string {
  return policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'");
}

const WAYS = [
  ["/", "The site"],
  ["/admin", "The administration; its key is in the folder of the data, in admin-key"],
  [MAILBOX, "The mailbox: e-mails as they are sent"],
  ["/dev/gallery", "The gallery: design components in all their states"],
  ["/api/openapi.json", "The calls, for machines"],
  ["/metrics", "The metrics"],
];

export function showDevelopment(app: FastifyInstance): void {
  const list = WAYS.map(([path, name]) => `<li><a href="${path}">${name}</a></li>`);
  app.get("/dev", async (_request, reply) => answer(reply, page("Development", `<ul>${list.join("\n")}</ul>`)));
}
