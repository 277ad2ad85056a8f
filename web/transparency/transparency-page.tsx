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
  /** Or why there is none. */
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
      <p className="mt-5 text-step-1 leading-snug">{t("transparency.lede")}</p>
      {typeof log === "string" ? (
        <p className={log === "unavailable" ? "failed mt-8" : "empty mt-8"} role={log === "unavailable" ? "alert" : undefined}>
          {log === "unavailable" && <Icon name="warning" />}
          <span>{t(`transparency.${log}`)}</span>
        </p>
      ) : (
        <PublishedNumber log={log} />
      )}
      <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-24 print:hidden">
          <p id="contents" className="font-semibold">
            {t("transparency.contents")}
          </p>
          <ol className="mt-2">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a className="inline-block py-1.5 leading-snug" href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-12">
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

/** How many, out of what, and since when; and why nothing newer is published, where that is so. */
function PublishedNumber({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const format = useFormat();
  const { count, fault, history, publishedAt } = log;
  const { added, removed } = history?.sums ?? { added: {}, removed: {} };
  return (
    <div className="log-number">
      <p>
        <Numeral value={format.number(count)} />{" "}
        <span className="text-step-1">{t("transparency.number.label", { count })}</span>
      </p>
      <p className="mt-3">
        <Text of="transparency.number.sum" values={{ added: total(added), removed: total(removed) }} />
      </p>
      <p className="source mt-1">{t("transparency.number.asOf", { time: format.dateTime(publishedAt) })}</p>
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
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24 border-t-[1.5px] border-ink pt-5">
      <h2 id={`${id}-title`} className="text-step-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
