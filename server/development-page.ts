import type { FastifyInstance } from "fastify";
import { answer, MAILBOX, page } from "./platform/mail/shown-mails.ts";

const WAYS = [
  ["/", "The site"],
  ["/admin", "The administration; its key is in the folder of the data, in admin-key"],
  [MAILBOX, "The mailbox: e-mails as they are sent"],
  ["/dev/gallery", "The gallery: design components in all their states"],
  ["/api/openapi.json", "The calls, for machines"],
  ["/metrics", "The metrics"],
];

/** What `npm run dev` has beside the site; in production nothing loads this file. */
export function showDevelopment(app: FastifyInstance): void {
  const list = WAYS.map(([path, name]) => `<li><a href="${path}">${name}</a></li>`);
  app.get("/dev", async (_request, reply) => answer(reply, page("Development", `<ul>${list.join("\n")}</ul>`)));
}
