import { useQuery } from "@tanstack/react-query";
import type { AdminMail, FailedMail, MailRetried } from "../../../contract/administration/mail.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { Kept, useTranslations } from "../../translation.tsx";
import { Failed } from "../failed.tsx";
import { zonedMinute } from "../moment.ts";
import { Section } from "../section.tsx";
import { useAct } from "../server-state.tsx";
import { Table } from "../table.tsx";
import { Sender } from "./sender.tsx";

/** What waits to be sent, what was given up and why, and whether our sender is believed. */
export function Mail() {
  const t = useTranslations();
  const { data: mail, isError, refetch } = useQuery<AdminMail>({ queryKey: ["mail"] });
  const retry = useAct((ask, path: string) => ask<MailRetried>("POST", path), {
    done: ({ retried }) => ({ title: t("administration.mail.retry.done", { count: retried }) }),
    failed: { title: t("administration.mail.retry.failed") },
  });
  const sending = retry.isPending ? retry.variables : null;

  return (
    <div className="admin-mail">
      <Section id="queue" title={t("administration.mail.title")} onRefresh={refetch}>
        {isError && <Failed>{t("administration.mail.failedLoading")}</Failed>}
        <p className="tab" role="status">
          <span>{mail && t("administration.mail.waiting", { count: mail.waiting })}</span>
          {mail?.oldestWaiting && (
            <span>{` · ${t("administration.mail.oldest", { time: zonedMinute(mail.oldestWaiting) })}`}</span>
          )}
        </p>
        {mail && mail.held > 0 && (
          <p role="alert" className="failed overdue">
            <Icon name="warning" />
            <span>{t("administration.mail.held", { count: mail.held })}</span>
          </p>
        )}
      </Section>
      {mail && (
        <Section
          id="failed-mail"
          title={t("administration.mail.failed.title")}
          beside={
            mail.failedTotal > 0 && (
              <Button kind="line" busy={sending === "mail/retry"} onClick={() => retry.mutate("mail/retry")}>
                {t("administration.mail.retry.all")}
              </Button>
            )
          }
        >
          {mail.failedTotal === 0 ? (
            <p className="soft">
              <Kept>{t("administration.mail.failed.none")}</Kept>
            </p>
          ) : (
            <>
              <p className="soft tab">
                {t("administration.mail.failed.shown", { shown: mail.failed.length, total: mail.failedTotal })}
              </p>
              <FailedMails mails={mail.failed} sending={sending} onSend={retry.mutate} />
            </>
          )}
        </Section>
      )}
      <Sender />
    </div>
  );
}

function FailedMails({ mails, sending, onSend }: { mails: FailedMail[]; sending: string | null; onSend(path: string): void }) {
  const t = useTranslations();
  return (
    <Table
      label={t("administration.mail.failed.table")}
      rows={mails}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t("administration.mail.failed.email"),
          isHead: true,
          cell: ({ email }) => (email ? <bdi>{email}</bdi> : <i className="soft">{t("administration.mail.failed.gone")}</i>),
        },
        { name: t("administration.mail.failed.kind"), cell: ({ kind }) => kind },
        { name: t("administration.mail.failed.reason"), cell: ({ reason }) => reason },
        { name: t("administration.mail.failed.attempts"), look: "number", cell: ({ attempts }) => attempts },
        {
          name: t("administration.mail.failed.at"),
          look: "time",
          cell: ({ failedAt }) => <time dateTime={failedAt}>{zonedMinute(failedAt)}</time>,
        },
      ]}
      acts={({ id, email }) => (
        <Button
          kind="quiet"
          busy={sending === pathOf(id)}
          aria-label={email ? t("administration.mail.retry.label", { email }) : undefined}
          onClick={() => onSend(pathOf(id))}
        >
          {t("administration.mail.retry.one")}
        </Button>
      )}
    />
  );
}

function pathOf(id: string): string {
  return `mail/${id}/retry`;
}
