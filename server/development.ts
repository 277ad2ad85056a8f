import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";

export async function openVite() {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  return {
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    attach(app: FastifyInstance) {
      app.addHook("onRequest", (request, reply, done) => {
        if (request.url.startsWith("/api/")) return done();
        vite.middlewares(request.raw, reply.raw, () => done());
      });
      app.addHook("onClose", () => vite.close());
    },
  };
}
