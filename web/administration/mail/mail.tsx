import { useState } from "react";
import type { AdminMail, FailedMail, MailRetried } from "../../../contract/administration.ts";
import { sentenceOf } from "../../call.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useToast } from "../../design/toast.tsx";
import { useTranslations } from "../../translation.tsx";
import { type Ask, isLockedOut } from "../ask.ts";
import { Failed } from "../failed.tsx";
import { deskMoment } from "../moment.ts";
import { Section } from "../section.tsx";
import { Table } from "../table.tsx";
import { useAnswer } from "../use-answer.ts";
import { Sender } from "./sender.tsx";

/** What waits to be sent, what was given up and why, and whether our sender is believed. */
export function Mail({ ask, onLockedOut }: { ask: Ask; onLockedOut(): void }) {
  const t = useTranslations();
  const toast = useToast();
  const { answer: mail, failed, refresh } = useAnswer<AdminMail>(ask, "mail", onLockedOut);
  const [sending, setSending] = useState<string | null>(null);

  async function sendAgain(which: string, path: string): Promise<void> {
    setSending(which);
    try {
      const { retried } = await ask<MailRetried>("POST", path);
      toast({ title: t("desk.mail.retry.done", { count: retried }) });
    } catch (failure) {
      if (isLockedOut(failure)) return onLockedOut();
      toast({ kind: "failed", title: t("desk.mail.retry.failed"), text: sentenceOf(failure) ?? undefined });
    } finally {
      setSending(null);
    }
    refresh();
  }

  return (
    <div className="desk-mail">
      <Section id="queue" title={t("desk.mail.title")} onRefresh={refresh}>
        {failed && <Failed>{t("desk.mail.failedLoading")}</Failed>}
        <p className="tab" role="status">
          {mail && t("desk.mail.waiting", { count: mail.waiting })}
          {mail?.oldestWaiting && <> · {t("desk.mail.oldest", { time: deskMoment(mail.oldestWaiting) })}</>}
        </p>
        {mail && mail.held > 0 && (
          <p role="alert" className="failed overdue">
            <Icon name="warning" />
            <span>{t("desk.mail.held", { count: mail.held })}</span>
          </p>
        )}
      </Section>
      {mail && (
        <Section
          id="failed-mail"
          title={t("desk.mail.failed.title")}
          beside={
            mail.failedTotal > 0 && (
              <Button kind="line" busy={sending === "all"} onClick={() => sendAgain("all", "mail/retry")}>
                {t("desk.mail.retry.all")}
              </Button>
            )
          }
        >
          {mail.failedTotal === 0 ? (
            <p className="soft">{t("desk.mail.failed.none")}</p>
          ) : (
            <>
              <p className="soft tab">{t("desk.mail.failed.shown", { shown: mail.failed.length, total: mail.failedTotal })}</p>
              <FailedMails mails={mail.failed} sending={sending} onSend={(id) => sendAgain(id, `mail/${id}/retry`)} />
            </>
          )}
        </Section>
      )}
      <Sender ask={ask} onLockedOut={onLockedOut} />
    </div>
  );
}

function FailedMails({ mails, sending, onSend }: { mails: FailedMail[]; sending: string | null; onSend(id: string): void }) {
  const t = useTranslations();
  return (
    <Table
      label={t("desk.mail.failed.table")}
      columns={[
        t("desk.mail.failed.email"),
        t("desk.mail.failed.kind"),
        t("desk.mail.failed.reason"),
        { name: t("desk.mail.failed.attempts"), look: "number" },
        t("desk.mail.failed.at"),
      ]}
      acts
    >
      {mails.map(({ id, email, kind, reason, attempts, failedAt }) => (
        <tr key={id}>
          <th scope="row">{email ? <bdi>{email}</bdi> : <i className="soft">{t("desk.mail.failed.gone")}</i>}</th>
          <td>{kind}</td>
          <td>{reason}</td>
          <td className="number">{attempts}</td>
          <td className="tab">
            <time dateTime={failedAt}>{deskMoment(failedAt)}</time>
          </td>
          <td>
            <Button
              kind="quiet"
              busy={sending === id}
              aria-label={email ? t("desk.mail.retry.label", { email }) : undefined}
              onClick={() => onSend(id)}
            >
              {t("desk.mail.retry.one")}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
