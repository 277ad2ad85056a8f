import { petitionConfig } from "../../../petition.config.ts";
import type { Base } from "../base.ts";
import type { Secrets } from "../config/secrets.ts";
import { type Outbox, openOutbox, sideBySide } from "../jobs/outbox.ts";
import { makeCaps } from "./caps.ts";
import { emailHandlers } from "./deliver.ts";
import { outboxFolderIn } from "./files.ts";
import { openTransport, type Transport, type TransportTools } from "./transport.ts";

export function openMailTransport(
  { configuration, log }: Pick<Base, "configuration" | "log">,
  { smtpUrl, written }: Pick<Secrets, "smtpUrl"> & Pick<TransportTools, "written">,
): Transport {
  return openTransport({
    smtpUrl: smtpUrl ?? undefined,
    outboxFolder: outboxFolderIn(configuration),
    from: configuration.mailFrom,
    replyTo: petitionConfig.mail.replyTo,
    connections: configuration.mailConnections,
    log,
    written,
  });
}

/** For each connection: while one e-mail is being sent, others are prepared or noted. */
const WORKERS = 4;
const FOR_NOTICES = 0.3;

export function openMailOutbox(context: Base, transport: Transport): Outbox {
  const { mailLimits: limits, mailConnections } = context.configuration;
  const handlers = emailHandlers({ ...context, transport, caps: makeCaps({ ...context, limits }) });
  const { "breach-email": toAll, ...ofVisitors } = handlers;
  return sideBySide([
    openOutbox({ ...context, kinds: ofVisitors, concurrency: mailConnections * WORKERS }),
    openOutbox({ ...context, kinds: { "breach-email": toAll }, concurrency: Math.ceil(mailConnections * FOR_NOTICES) }),
  ]);
}
