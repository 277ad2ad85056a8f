/** The mailbox of `npm run dev`; nothing loads this file in production. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import PostalMime from "postal-mime";
import { escaped } from "../escaped.ts";

export const MAILBOX = "/dev/mailbox";

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
    const leadingOut = (mail?.html ?? "").replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`);
    return answer(reply.code(mail ? 200 : 404), leadingOut, policy);
  });
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

async function readMail(folder: string, file: string) {
  const source = FILE.test(file) ? await readFile(join(folder, file), "utf8").catch(() => null) : null;
  if (source === null) return null;
  const { subject = "", date = "", to = [], headers, text = "", html = "" } = await PostalMime.parse(source);
  return {
    ...{ file, subject, date, text, html },
    to: to.map(({ address }) => address ?? "").join(", "),
    headers: headers.map(({ originalKey, value }) => [originalKey, value] as const),
    links: text.split(/\r?\n/).filter((line) => /^https?:\/\/\S+$/.test(line)),
  };
}

type Kept = NonNullable<Awaited<ReturnType<typeof readMail>>>;

function listPage(mails: Kept[], all: number): string {
  const rows = mails.map(
    (mail) =>
      `<tr><td>${escaped(mail.date)}</td><td>${escaped(mail.to)}</td><td><a href="${addressOf(mail)}">${escaped(mail.subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Date</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
  const how = all > mails.length ? `<p>The newest ${mails.length} of ${all}.</p>` : "";
  return page("Mailbox", `${WAY_BACK}${mails.length > 0 ? how + table : NOTHING}`);
}

function mailPage(mail: Kept): string {
  const links = mail.links.map((link) => `<li><a href="${escaped(link)}">${escaped(link)}</a></li>`);
  const headers = mail.headers.map(
    ([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  return page(
    mail.subject,
    `<p><a href="${MAILBOX}">All e-mails</a></p>
${links.length > 0 ? `<h2>Links</h2><ul>${links.join("\n")}</ul>` : ""}
<h2>As HTML</h2><iframe title="As HTML" src="${addressOf(mail)}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>As text</h2><pre>${escaped(mail.text)}</pre>
<h2>Headers</h2><table>${headers.join("\n")}</table>`,
  );
}

const WAY_BACK = '<p><a href="/dev">Development</a></p>';
const NOTHING = `<p>Nothing has been sent yet. E-mails appear here as they are sent: load the page again.
Where <code>SMTP_URL</code> is set they go out, and none is kept.</p>`;

function addressOf({ file }: Kept): string {
  return `${MAILBOX}/${encodeURIComponent(file)}`;
}

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 40rem; border: 1px solid; background: white }
pre { white-space: pre-wrap; overflow-wrap: anywhere }`;

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body></html>`;
}
