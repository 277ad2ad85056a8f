import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { Numeral } from "../design/numeral.tsx";
import { MAIN } from "../frame/main.ts";
import { Text, useFormat, useTranslations } from "../translation.tsx";
import { total } from "./history.ts";
import { HistoryShown } from "./history-shown.tsx";
import { Verify } from "./receipt-form.tsx";
import { ByCommand, Proof, PublishedHead, Rules, Witnesses } from "./sections.tsx";
import type { ShownLog } from "./shown-log.ts";
import { Texts } from "./texts.tsx";
import "./transparency.css";

interface Shown {
  log: ShownLog | "unpublished" | "unavailable";
  publicUrl: string;
  alike: number;
  holdSuspicious: boolean;
}

/** Where a sheet with a receipt leads to; the same in every language. */
const VERIFY = "pruefen";

export function TransparencyPage({ log, publicUrl, alike, holdSuspicious }: Shown) {
  const t = useTranslations();
  const published = typeof log === "string" ? null : log;
  const sections = [
    { id: "proof", title: t("transparency.proof.title"), content: <Proof /> },
    { id: VERIFY, title: t("transparency.verify.title"), content: <Verify alike={alike} /> },
    published && { id: "history", title: t("transparency.history.title"), content: <HistoryShown log={published} /> },
    { id: "rules", title: t("transparency.rules.title"), content: <Rules holds={holdSuspicious} /> },
    { id: "command", title: t("transparency.command.title"), content: <ByCommand site={publicUrl} /> },
    published && { id: "head", title: t("transparency.head.title"), content: <PublishedHead log={published} /> },
    published && {
      id: "witnesses",
      title: t("transparency.witnesses.title"),
      content: <Witnesses witnesses={published.witnesses} />,
    },
    published && { id: "texts", title: t("transparency.texts.title"), content: <Texts texts={published.texts} /> },
  ].filter((section) => section !== null);
  return (
    <main id={MAIN} className="wrap list-page log-page">
      <h1>{t("transparency.title")}</h1>
      <p className="intro">{t("transparency.lede")}</p>
      {typeof log === "string" ? (
        <p className={log === "unavailable" ? "failed" : "empty"} role={log === "unavailable" ? "alert" : undefined}>
          {log === "unavailable" && <Icon name="warning" />}
          <span>{t(`transparency.${log}`)}</span>
        </p>
      ) : (
        <PublishedNumber log={log} />
      )}
      <div className="log-body">
        <nav aria-labelledby="contents">
          <p id="contents">{t("transparency.contents")}</p>
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {sections.map(({ id, title, content }) => (
            <LogSection key={id} id={id} title={title}>
              {content}
            </LogSection>
          ))}
        </div>
      </div>
    </main>
  );
}

function PublishedNumber({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const format = useFormat();
  const { count, fault, history, publishedAt } = log;
  const { added, removed } = history?.sums ?? { added: {}, removed: {} };
  return (
    <div className="log-number">
      <p>
        <Numeral value={format.number(count)} /> <span>{t("transparency.number.label", { count })}</span>
      </p>
      <p>
        <Text of="transparency.number.sum" values={{ added: total(added), removed: total(removed) }} />
      </p>
      <p className="source">{t("transparency.number.asOf", { time: format.dateTime(publishedAt) })}</p>
      {fault && (
        <div className="log-fault" role="note">
          <p>
            <Icon name="warning" /> <b>{t("transparency.fault.title")}</b>
          </p>
          <p>{t(`transparency.fault.${fault}`)}</p>
          <p>{t("transparency.fault.shown")}</p>
        </div>
      )}
    </div>
  );
}

function LogSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="log-section">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
