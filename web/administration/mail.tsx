import { useState } from "react";
import type { AdminMail, FailedMail, MailRetried } from "../../contract/administration.ts";
import { sentenceOf } from "../call.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useToast } from "../design/toast.tsx";
import { useSay } from "../say.tsx";
import { type Ask, isLockedOut } from "./ask.ts";
import { deskMoment } from "./moment.ts";
import { Scroller } from "./scroller.tsx";
import { Sender } from "./sender.tsx";
import { useAnswer } from "./use-answer.ts";

/** What waits to be sent, what was given up and why, and whether our sender is believed. */
export function Mail({ ask, onLockedOut }: { ask: Ask; onLockedOut(): void }) {
  const say = useSay();
  const toast = useToast();
  const { answer: mail, failed, refresh } = useAnswer<AdminMail>(ask, "mail", onLockedOut);
  const [sending, setSending] = useState<string | null>(null);

  async function sendAgain(which: string, path: string): Promise<void> {
    setSending(which);
    try {
      const { retried } = await ask<MailRetried>("POST", path);
      toast({ title: say("desk.mail.retry.done", { count: retried }) });
    } catch (failure) {
      if (isLockedOut(failure)) return onLockedOut();
      toast({ kind: "failed", title: say("desk.mail.retry.failed"), text: sentenceOf(failure) ?? undefined });
    } finally {
      setSending(null);
    }
    refresh();
  }

  return (
    <div className="desk-mail">
      <section aria-labelledby="queue">
        <div className="desk-head">
          <h2 id="queue">{say("desk.mail.title")}</h2>
          <Button kind="line" onClick={refresh}>
            {say("desk.charts.refresh")}
          </Button>
        </div>
        {failed && (
          <p className="failed" role="alert">
            <Icon name="warning" /> {say("desk.mail.failedLoading")}
          </p>
        )}
        <p className="tab" role="status">
          {mail && say("desk.mail.waiting", { count: mail.waiting })}
          {mail?.oldestWaiting && <> · {say("desk.mail.oldest", { time: deskMoment(mail.oldestWaiting) })}</>}
        </p>
      </section>
      {mail && (
        <section aria-labelledby="failed-mail">
          <div className="desk-head">
            <h2 id="failed-mail">{say("desk.mail.failed.title")}</h2>
            {mail.failedTotal > 0 && (
              <Button kind="line" busy={sending === "all"} onClick={() => sendAgain("all", "mail/retry")}>
                {say("desk.mail.retry.all")}
              </Button>
            )}
          </div>
          {mail.failedTotal === 0 ? (
            <p className="soft">{say("desk.mail.failed.none")}</p>
          ) : (
            <>
              <p className="soft tab">
                {say("desk.mail.failed.shown", { shown: mail.failed.length, total: mail.failedTotal })}
              </p>
              <FailedMails mails={mail.failed} sending={sending} onSend={(id) => sendAgain(id, `mail/${id}/retry`)} />
            </>
          )}
        </section>
      )}
      <Sender ask={ask} onLockedOut={onLockedOut} />
    </div>
  );
}

function FailedMails({ mails, sending, onSend }: { mails: FailedMail[]; sending: string | null; onSend(id: string): void }) {
  const say = useSay();
  return (
    <Scroller label={say("desk.mail.failed.table")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("desk.mail.failed.email")}</th>
            <th scope="col">{say("desk.mail.failed.kind")}</th>
            <th scope="col">{say("desk.mail.failed.reason")}</th>
            <th scope="col" className="number">
              {say("desk.mail.failed.attempts")}
            </th>
            <th scope="col">{say("desk.mail.failed.at")}</th>
            <th scope="col">
              <span className="visually-hidden">{say("desk.list.action")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {mails.map(({ id, email, kind, reason, attempts, failedAt }) => (
            <tr key={id}>
              <th scope="row">{email ? <bdi>{email}</bdi> : <i className="soft">{say("desk.mail.failed.gone")}</i>}</th>
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
                  aria-label={email ? say("desk.mail.retry.label", { email }) : undefined}
                  onClick={() => onSend(id)}
                >
                  {say("desk.mail.retry.one")}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
