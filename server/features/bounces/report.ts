/** Delivery reports (RFC 3464), complaints (RFC 5965), or a relay's JSON. */
import PostalMime from "postal-mime";
import { relayedReport } from "../../../contract/machines.ts";
import { type Bounce, bounceOf } from "../../../petition/bounce.ts";
import { parsedJson } from "../../../petition/json.ts";

export interface Report {
  bounce: Bounce;
  messageId: string | null;
  /** From a relay alone: anybody can send us a delivery report about any address. */
  recipient: string | null;
  status: string;
}

const RELAYED = relayedReport.refine(({ messageId, recipient }) => messageId !== undefined || recipient !== undefined);

export function readRelayed(body: Buffer): Report | null {
  const read = RELAYED.safeParse(parsedJson(body.toString("utf8")));
  if (!read.success) return null;
  const { kind, messageId = null, recipient = null } = read.data;
  return { bounce: kind, messageId, recipient, status: "" };
}

export async function readReport(source: Buffer): Promise<Report | null> {
  const { attachments } = await PostalMime.parse(source, { attachmentEncoding: "utf8", forceRfc822Attachments: true });
  const part = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
  const original = fieldsOf(textOf(part("text/rfc822-headers", "message/rfc822")));
  const messageId = original.get("message-id") ?? null;

  if (part("message/feedback-report")) return { bounce: "complaint", messageId, recipient: null, status: "" };
  const status = textOf(part("message/delivery-status", "message/global-delivery-status"));
  // Our e-mails have one recipient; the first paragraph is about the server.
  const recipient = paragraphs(status)
    .map(fieldsOf)
    .find((fields) => fields.has("action"));
  if (!recipient) return null;
  const code = enhancedCode(recipient.get("status"), recipient.get("diagnostic-code"));
  const bounce = bounceOf(/^\w+/.exec(recipient.get("action") ?? "")?.[0] ?? "", code);
  return bounce && { bounce, messageId, recipient: null, status: code };
}

function enhancedCode(status = "", diagnostic = ""): string {
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/;
  const said = code.exec(status)?.[0] ?? "";
  const precise = code.exec(diagnostic)?.[0] ?? "";
  return (said === "" || said.endsWith(".0.0")) && precise.startsWith(said.slice(0, 2)) ? precise || said : said;
}

function fieldsOf(text: string): Map<string, string> {
  const [head = ""] = paragraphs(text.trimStart());
  const fields = new Map<string, string>();
  for (const line of head.replace(/\n[ \t]+/g, " ").split("\n")) {
    const [, name = "", value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

function paragraphs(text: string): string[] {
  return text.replaceAll("\r\n", "\n").split(/\n[ \t]*\n/);
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : "";
}
