import { join } from "node:path";
import { petitionConfig } from "../../petition.config.ts";
import type { Context } from "../context.ts";
import type { Secrets } from "../settings/secrets.ts";
import { makeCaps } from "./caps.ts";
import { emailHandlers } from "./deliver.ts";
import { openTransport, type Transport, type TransportTools } from "./transport.ts";
import { tracedDeliveries } from "./watch-deliveries.ts";

export function openMailTransport(
  { configuration, log }: Pick<Context, "configuration" | "log">,
  { smtpUrl, written }: Pick<Secrets, "smtpUrl"> & Pick<TransportTools, "written">,
): Transport {
  return openTransport({
    smtpUrl: smtpUrl ?? undefined,
    outboxFolder: join(configuration.dataFolder, "outbox"),
    from: configuration.mailFrom,
    replyTo: petitionConfig.mail.replyTo,
    log,
    written,
  });
}

export function mailHandlers(context: Context, transport: Transport): ReturnType<typeof emailHandlers> {
  const caps = makeCaps({ ...context, limits: context.configuration.mailLimits });
  return tracedDeliveries(context.traces, emailHandlers({ ...context, transport, caps }));
}
