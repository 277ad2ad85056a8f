import { randomUUID } from "node:crypto";
import { saying } from "../../platform/mail/compiled-template.ts";
import { failureCode } from "../../platform/mail/failures.ts";
import { openTransport } from "../../platform/mail/transport.ts";
import { type Finding, fault, good } from "./finding.ts";

const TEXT = [
  "This is a test of the petition's mail server, asked for by whoever runs it.",
  "Look at its source: Authentication-Results should say spf=pass, dkim=pass and dmarc=pass,",
  "and after s= in DKIM-Signature stands the selector that doctor asks for.",
];

interface Sending {
  smtpUrl: string;
  from: string;
  replyTo: string;
  to: string;
}

export async function testLetterIsTaken({ smtpUrl, from, replyTo, to }: Sending): Promise<Finding[]> {
  const log = { info() {}, warn() {}, error() {} };
  const transport = openTransport({ smtpUrl, from, replyTo, outboxFolder: "", log });
  try {
    await transport.send({
      to,
      words: saying("en", {
        subject: "Test of the petition's mail server",
        text: `${TEXT.join("\n")}\n`,
        html: `<p>${TEXT.join("<br>")}</p>`,
        link: "",
      }),
      id: randomUUID(),
      date: new Date(),
    });
    return [good(`one was handed over for ${to}. Look whether it arrives, and not among spam.`)];
  } catch (failure) {
    return [fault(`it was not taken (${failureCode(failure)}).`, "See what is said of the mail server.")];
  } finally {
    transport.close();
  }
}
