import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Finding, SenderCheck } from "../../../contract/administration/mail.ts";
import { Button } from "../../design/button.tsx";
import { useToast } from "../../design/toast.tsx";
import { Kept, useTranslations } from "../../translation.tsx";
import { isLockedOut } from "../ask.ts";
import { useAsk, useLast } from "../server-state.tsx";

/** Asks name servers and the mail server what they make of our sender. */
export function Sender() {
  const t = useTranslations();
  const toast = useToast();
  const ask = useAsk();
  const [selector, setSelector] = useState("");
  const {
    mutate,
    data: found,
    isPending,
  } = useMutation({
    mutationFn: () =>
      ask<SenderCheck>("GET", selector.trim() ? `sender?${new URLSearchParams({ selector: selector.trim() })}` : "sender"),
    onError(failure) {
      if (!isLockedOut(failure)) toast({ kind: "failed", title: t("administration.sender.failed") });
    },
  });
  const shown = useLast(found);

  function check(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isPending) mutate();
  }

  return (
    <section aria-labelledby="sender">
      <h2 id="sender">{t("administration.sender.title")}</h2>
      <p>
        <Kept>{t("administration.sender.lede")}</Kept>
      </p>
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
        <Button kind="line" type="submit" busy={isPending} busyLabel={t("administration.sender.checking")}>
          {t("administration.sender.check")}
        </Button>
      </form>
      <div role="status">{shown && <Findings found={shown} />}</div>
    </section>
  );
}

function Findings({ found }: { found: SenderCheck }) {
  const t = useTranslations();
  const { domain, spf, dkim, dmarc, smtp } = found;
  return (
    <dl className="findings">
      <div>
        <dt>{t("administration.sender.domain")}</dt>
        <dd>{domain}</dd>
      </div>
      {Object.entries({ SPF: spf, DKIM: dkim, DMARC: dmarc }).map(([name, finding]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={`badge ${COLOURS[finding.outcome]}`}>{t(`administration.sender.outcome.${finding.outcome}`)}</span>
            {finding.record && <code>{finding.record}</code>}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t("administration.sender.smtp")}</dt>
        <dd>
          <span className={`badge ${smtp.outcome === "accepted" ? "moss" : smtp.outcome === "files" ? "brass" : "madder"}`}>
            {smtp.outcome === "failed"
              ? t("administration.sender.outcome.failed", { reason: smtp.reason })
              : t(`administration.sender.outcome.${smtp.outcome}`)}
          </span>
        </dd>
      </div>
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
