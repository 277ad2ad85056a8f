/** How e-mails leave: by which transport, under which caps, with which links. */
import { join } from "node:path";
import { personalLinkExpiry } from "../../petition/personal-data.ts";
import { petitionConfig } from "../../petition.config.ts";
import type { Context } from "../context.ts";
import { emailHash, makePersonalToken, makeSuppressionToken, tokenOf } from "../crypto/links.ts";
import type { Secrets } from "../settings/secrets.ts";
import { makeCaps } from "./caps.ts";
import { emailHandlers } from "./deliver.ts";
import { decryptLetter } from "./encrypted-letter.ts";
import { messageName } from "./message-id.ts";
import { openTransport, type Transport, type TransportTools } from "./transport.ts";

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

/** What the outbox does with each kind of e-mail. */
export function mailHandlers(context: Context, transport: Transport): ReturnType<typeof emailHandlers> {
  const { db, clock, crypto, configuration } = context;
  return emailHandlers({
    ...{ db, clock, transport },
    caps: makeCaps({ db, clock, crypto, limits: configuration.mailLimits }),
    translators: (language) => context.translators[language],
    get publicUrl() {
      return context.publicUrl();
    },
    tokenFor: (row) => tokenOf(crypto, row),
    suppressionTokenFor: (row) =>
      makeSuppressionToken(crypto, {
        pendingId: row.id,
        emailHash: emailHash(crypto, row.normalisedEmail),
        confirmationExpiresAt: row.expiresAt,
      }),
    personalTokenFor: (signatureId) => makePersonalToken(crypto, signatureId, personalLinkExpiry(clock.now())),
    decryptLetter: (payload) => decryptLetter(crypto, payload),
    messageNameFor: (job) => messageName(crypto, job.subjectId, job.id),
    confirmationLifetime: configuration.confirmationLifetime,
    responsible: petitionConfig.organisation,
  });
}
