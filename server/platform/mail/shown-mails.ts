/** The mailbox of `npm run dev`; nothing loads this file in production. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import PostalMime from "postal-mime";
import { type Kept, listPage, MAILBOX, mailPage } from "./shown-mails-page.ts";

const FILE = /^[\w.-]+\.eml$/;
const SHOWN = 200;
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'none'; base-uri 'none'";

export function showMailbox(app: FastifyInstance, folder: string): void {
  app.get(MAILBOX, async (_request, reply) => answer(reply, await list(folder)));
  app.get<{ Params: { file: string } }>(`${MAILBOX}/:file`, async ({ params }, reply) => {
    const mail = await readMail(folder, params.file);
    return mail ? answer(reply, mailPage(mail)) : answer(reply.code(404), await list(folder));
  });
  app.get<{ Params: { file: string } }>(`${MAILBOX}/:file/html`, async ({ params }, reply) => {
    const mail = await readMail(folder, params.file);
    const policy = `${POLICY}; sandbox allow-popups allow-popups-to-escape-sandbox`;
    return answer(reply.code(mail ? 200 : 404), leadingOut(mail?.html ?? ""), policy);
  });
}

function leadingOut(html: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`);
}

export function answer(reply: FastifyReply, html: string, policy = POLICY): FastifyReply {
  return reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);
}

async function list(folder: string): Promise<string> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => FILE.test(file)).sort();
  const mails = await Promise.all(names.slice(-SHOWN).map((file) => readMail(folder, file)));
  return listPage(mails.filter((mail) => mail !== null).reverse(), names.length);
}

async function readMail(folder: string, file: string): Promise<Kept | null> {
  const source = FILE.test(file) ? await readFile(join(folder, file), "utf8").catch(() => null) : null;
  if (source === null) return null;
  const { subject = "", date = "", to = [], headers, text = "", html = "" } = await PostalMime.parse(source);
  return {
    ...{ file, subject, date, text, html },
    to: to.map(({ address }) => address ?? "").join(", "),
    headers: headers.map(({ originalKey, value }) => [originalKey, value]),
    links: text.split(/\r?\n/).filter((line) => /^https?:\/\/\S+$/.test(line)),
  };
}
