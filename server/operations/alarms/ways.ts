/** The ways to whoever runs the site. Neither address nor text of an answer gets into the log. */
import { createHmac } from "node:crypto";
import type { Translate } from "../../../messages/translate.ts";
import { pageIn } from "../../../petition/addresses.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import type { AlarmSecrets, Secrets } from "../../platform/config/secrets.ts";
import type { AlarmKind } from "../../platform/database/schema.ts";
import type { Log } from "../../platform/jobs/outbox.ts";
import { saying } from "../../platform/mail/compiled-template.ts";
import { alarmEmail } from "../../platform/mail/emails.ts";
import { failureCode } from "../../platform/mail/failures.ts";
import { outboxFolderIn } from "../../platform/mail/files.ts";
import { openTransport } from "../../platform/mail/transport.ts";
import { ask } from "../doctor/asking.ts";
import { codeOf } from "../doctor/examine.ts";
import { type Said, wordsOf } from "./words.ts";

export interface Way {
  kind: AlarmKind;
  /** `id`: the same for each attempt. Throws where it was not taken; `codeOf` says why. */
  send(said: Said, id: string, at: Date): Promise<unknown>;
  codeOf(failure: unknown): string;
}

interface WayTools {
  configuration: Pick<Configuration, "alarmMail" | "mailFrom" | "dataFolder">;
  secrets: Pick<Secrets, "smtpUrl"> & { alarms: AlarmSecrets };
  t: Translate;
  publicUrl(): string;
  log: Log;
}

export type Ways = ReturnType<typeof openWays>;

export function openWays({ configuration, secrets: { smtpUrl, alarms }, t, publicUrl, log }: WayTools) {
  const { alarmMail: to, mailFrom } = configuration;
  const { webhook, webhookKey, pingUrl } = alarms;
  const transport = openTransport({
    smtpUrl: alarms.smtpUrl ?? smtpUrl ?? undefined,
    // A mailbox's own server takes what its owner sends.
    from: (alarms.smtpUrl === null ? null : to) ?? mailFrom,
    ...{ replyTo: petitionConfig.mail.replyTo, outboxFolder: outboxFolderIn(configuration), connections: 1, log },
  });
  const letter = (said: Said) => {
    const page = publicUrl() + pageIn(DEFAULT_LANGUAGE, "administration");
    const framed = { language: DEFAULT_LANGUAGE, t, responsible: petitionConfig.organisation };
    return saying(DEFAULT_LANGUAGE, alarmEmail({ ...framed, ...wordsOf(said, t), page }));
  };
  const all: Way[] = [];
  if (to !== null)
    all.push({
      kind: "alarm-mail",
      codeOf: failureCode,
      send: (said, id, date) => transport.send({ to, words: letter(said), id, date }),
    });
  if (webhook !== null)
    all.push({ kind: "alarm-webhook", codeOf, send: (said, id, at) => call(webhook, signed(webhookKey, said, t, id, at)) });
  return { all, ping: pingUrl === null ? null : () => call(pingUrl), hurry: transport.hurry, close: transport.close };
}

/** https://www.standardwebhooks.com. Messengers show `text`; a `type` of ours Mattermost would refuse. */
function signed(key: Buffer | null, said: Said, t: Translate, id: string, at: Date) {
  const { title, lines } = wordsOf(said, t);
  const text = [title, ...lines].join("\n");
  const body = JSON.stringify({ event: `alarm.${said.event}`, timestamp: at.toISOString(), text, data: said });
  const seconds = String(Math.floor(at.getTime() / 1000));
  const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": seconds };
  const mac = key && createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { method: "POST", body, headers: { ...headers, ...(mac && { "webhook-signature": `v1,${mac}` }) } } as const;
}

async function call(address: string, asking?: Parameters<typeof ask>[1]): Promise<void> {
  const { status } = await ask(address, asking);
  if (status < 200 || status > 299) throw Object.assign(new Error("refused"), { code: `HTTP ${status}` });
}
