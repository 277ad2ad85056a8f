import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AdminMail, FailedMail, Finding, MailRetried, SenderCheck } from "../../../contract/administration/operations.ts";
import { Button } from "../../design/button.tsx";
import { useToast } from "../../design/toast.tsx";
import { Fact } from "../../frame/fact.tsx";
import { Kept, Paragraph, useTranslations } from "../../translation.tsx";
import { isLockedOut } from "../ask.ts";
import { Failed, Moment, Section, Warning, zonedMinute } from "../parts.tsx";
import { useAct, useAsk, useLast } from "../server-state.tsx";
import { Table } from "../table.tsx";

export function Mail() {
  const t = useTranslations();
  const { data: mail, isError, refetch } = useQuery<AdminMail>({ queryKey: ["mail"] });
  const retry = useAct((ask, path: string) => ask<MailRetried>("POST", path), {
    done: ({ retried }) => ({ title: t("administration.mail.retry.done", { count: retried }) }),
    failed: { title: t("administration.mail.retry.failed") },
  });
  const sending = retry.isPending ? retry.variables : null;

  return (
    <div className="admin-view">
      <Section id="queue" title={t("administration.mail.title")} onRefresh={refetch}>
        {isError && <Failed>{t("administration.mail.failedLoading")}</Failed>}
        <p className="tab" role="status">
          <span>{mail && t("administration.mail.waiting", { count: mail.waiting })}</span>
          {mail?.oldestWaiting && (
            <span>{` · ${t("administration.mail.oldest", { time: zonedMinute(mail.oldestWaiting) })}`}</span>
          )}
        </p>
        {mail && mail.held > 0 && <Warning role="alert">{t("administration.mail.held", { count: mail.held })}</Warning>}
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
          {mail.failedTotal > 0 && (
            <p className="soft tab">
              {t("administration.mail.failed.shown", { shown: mail.failed.length, total: mail.failedTotal })}
            </p>
          )}
          <FailedMails mails={mail.failed} sending={sending} onSend={retry.mutate} />
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
      empty={<Kept>{t("administration.mail.failed.none")}</Kept>}
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
        { name: t("administration.mail.failed.at"), look: "time", cell: ({ failedAt }) => <Moment at={failedAt} /> },
      ]}
      acts={({ id, email }) => (
        <Button
          kind="quiet"
          busy={sending === `mail/${id}/retry`}
          aria-label={email ? t("administration.mail.retry.label", { email }) : undefined}
          onClick={() => onSend(`mail/${id}/retry`)}
        >
          {t("administration.mail.retry.one")}
        </Button>
      )}
    />
  );
}

/** Asks name servers and the mail server what they make of our sender. */
function Sender() {
  const t = useTranslations();
  const toast = useToast();
  const ask = useAsk();
  const [selector, setSelector] = useState("");
  const checking = useMutation({
    mutationFn: () =>
      ask<SenderCheck>("GET", selector.trim() ? `sender?${new URLSearchParams({ selector: selector.trim() })}` : "sender"),
    onError(failure) {
      if (!isLockedOut(failure)) toast({ kind: "failed", title: t("administration.sender.failed") });
    },
  });
  const shown = useLast(checking.data);

  function check(event: FormEvent): void {
    event.preventDefault();
    if (!checking.isPending) checking.mutate();
  }

  return (
    <Section id="sender" title={t("administration.sender.title")}>
      <Paragraph of="administration.sender.lede" />
      <form className="admin-filters" onSubmit={check}>
        <label>
          {t("administration.sender.selector")}
          <input
            className="input"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={63}
            value={selector}
            onChange={(event) => setSelector(event.target.value)}
          />
        </label>
        <Button kind="line" type="submit" busy={checking.isPending} busyLabel={t("administration.sender.checking")}>
          {t("administration.sender.check")}
        </Button>
      </form>
      <div role="status">{shown && <Findings found={shown} />}</div>
    </Section>
  );
}

function Findings({ found }: { found: SenderCheck }) {
  const t = useTranslations();
  const { domain, spf, dkim, dmarc, smtp } = found;
  return (
    <dl className="findings">
      <Fact name={t("administration.sender.domain")}>{domain}</Fact>
      {Object.entries({ SPF: spf, DKIM: dkim, DMARC: dmarc }).map(([name, finding]) => (
        <Fact key={name} name={name}>
          <span className={`badge ${COLOURS[finding.outcome]}`}>{t(`administration.sender.outcome.${finding.outcome}`)}</span>
          {finding.record && <code>{finding.record}</code>}
        </Fact>
      ))}
      <Fact name={t("administration.sender.smtp")}>
        <span className={`badge ${smtp.outcome === "accepted" ? "moss" : smtp.outcome === "files" ? "brass" : "madder"}`}>
          {smtp.outcome === "failed"
            ? t("administration.sender.outcome.failed", { reason: smtp.reason })
            : t(`administration.sender.outcome.${smtp.outcome}`)}
        </span>
      </Fact>
    </dl>
  );
}

const COLOURS: Record<Finding["outcome"], string> = {
  good: "moss",
  weak: "brass",
  missing: "madder",
  several: "madder",
  unknown: "brass",
};
