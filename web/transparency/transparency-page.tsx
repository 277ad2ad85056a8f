import { directionOf, type Language, ownNameOf } from "../../petition/language.ts";
import { ADDED, REMOVED } from "../../petition/transparency/entry.ts";
import { Chart } from "../charts/chart.tsx";
import { Contents } from "../contents.tsx";
import { Icon } from "../design/icon.tsx";
import { Numeral } from "../design/numeral.tsx";
import { MAIN } from "../frame/main.ts";
import { Kept, Paragraph, Text, useFormat, useTranslations } from "../translation.tsx";
import { Verify } from "./receipt-form.tsx";
import { Recount } from "./recount.tsx";
import { ByCommand, OnPaper, Proof, PublishedHead, Rules, Witnesses } from "./sections.tsx";
import type { ShownHistory, ShownLog, TextsOf, Version } from "./shown-log.ts";
import type { Change } from "./word-differences.ts";
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
    published && { id: "recount", title: t("transparency.recount.title"), content: <Recount log={published} /> },
    { id: "command", title: t("transparency.command.title"), content: <ByCommand site={publicUrl} /> },
    { id: "proof", title: t("transparency.proof.title"), content: <Proof /> },
    published &&
      published.paperEntries.length > 0 && {
        id: "paper",
        title: t("transparency.paper.title"),
        content: <OnPaper {...published} />,
      },
    { id: VERIFY, title: t("transparency.verify.title"), content: <Verify alike={alike} /> },
    published && { id: "history", title: t("transparency.history.title"), content: <HistoryShown log={published} /> },
    { id: "rules", title: t("transparency.rules.title"), content: <Rules holds={holdSuspicious} /> },
    published && { id: "head", title: t("transparency.head.title"), content: <PublishedHead log={published} /> },
    published && {
      id: "witnesses",
      title: t("transparency.witnesses.title"),
      content: <Witnesses witnesses={published.witnesses} />,
    },
    published && { id: "texts", title: t("transparency.texts.title"), content: <Texts texts={published.texts} /> },
  ].filter((section) => section !== null && section !== false);
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
        <Contents title={t("transparency.contents")} sections={sections} />
        <div>
          {sections.map(({ id, title, content }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="log-section">
              <h2 id={`${id}-title`}>{title}</h2>
              {content}
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}

function PublishedNumber({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const format = useFormat();
  const { count, paper, fault, size, added, removed, publishedAt } = log;
  const papers = log.paperEntries.length;
  return (
    <div className="log-number">
      <p>
        <Numeral value={format.number(count)} /> <span>{t("transparency.number.label", { count })}</span>
      </p>
      {papers > 0 && (
        <p>
          <a href="#paper">{t("progress.paper", { count, paper })}</a>
        </p>
      )}
      <Paragraph
        of="transparency.number.sum"
        values={{ size, added, removed, text: size - added - removed - papers, paper: papers }}
      />
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

function HistoryShown({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const { history } = log;
  if (!history) return <p className="empty">{t("transparency.history.empty")}</p>;
  return (
    <>
      <HistoryChart history={history} log={log} />
      <p className="source">
        {t("transparency.history.utc")}{" "}
        <Text
          of="transparency.history.data"
          tags={{
            csv: (inner) => <a href="/api/open/counts?by=day&format=csv">{inner}</a>,
            json: (inner) => <a href="/api/open/counts?by=day&format=json">{inner}</a>,
          }}
        />
      </p>
      <h3>{t("transparency.history.classes")}</h3>
      <Classes sums={history.sums} />
    </>
  );
}

function HistoryChart({ history, log: { count, removed } }: { history: ShownHistory; log: ShownLog }) {
  const t = useTranslations();
  const format = useFormat();
  const { step, from, to, mostRemoved: most, inks, drawing, rows } = history;
  const reasons = (counts: ShownHistory["sums"]["added"] | ShownHistory["sums"]["removed"]) =>
    (Object.entries(counts) as [keyof typeof counts, number][])
      .map(([reason, count]) => `${format.number(count)} ${t(`transparency.history.reason.${reason}`)}`)
      .join(", ");
  return (
    <Chart
      chart={{
        id: "history-chart",
        title: t("transparency.history.count"),
        says: t("transparency.history.picture", { from, to, count, removed }),
        inks,
        groups: [{ name: null, strips: [{ drawing }] }],
        missing: most > 0 ? t("transparency.history.removed", { most, step }) : t("transparency.history.none"),
        table: {
          summary: t("transparency.history.table", { step }),
          heads: [
            t("transparency.history.period", { step }),
            t("transparency.history.added"),
            t("transparency.history.taken"),
            t("transparency.history.total"),
          ],
          rows: rows.map(({ name, added, removed, count }) => [name, reasons(added), reasons(removed), format.number(count)]),
        },
        sources: null,
      }}
    />
  );
}

function Classes({ sums }: Pick<ShownHistory, "sums">) {
  const t = useTranslations();
  const format = useFormat();
  const groups = [
    { name: t("transparency.history.added"), sign: "+", reasons: ADDED, counts: sums.added },
    { name: t("transparency.history.taken"), sign: "−", reasons: REMOVED, counts: sums.removed },
  ];
  return (
    <div className="classes">
      {groups.map(({ name, sign, reasons, counts }) => (
        <section key={sign} aria-label={name}>
          <h4>{name}</h4>
          <dl>
            {reasons.map((reason) => {
              const count = (counts as Partial<Record<string, number>>)[reason] ?? 0;
              return (
                <div key={reason}>
                  <dt>
                    <span>{t(`transparency.history.reason.${reason}`)}</span>{" "}
                    <b className="tab">{(count > 0 ? sign : "") + format.number(count)}</b>
                  </dt>
                  <dd>
                    <Kept>{t(`transparency.history.meaning.${reason}`)}</Kept>
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Texts({ texts }: { texts: TextsOf[] }) {
  const t = useTranslations();
  return (
    <>
      <p>{t("transparency.texts.text")}</p>
      <div className="log-texts">
        {texts.map(({ language, versions }, place) => (
          <details key={language} className="fold" open={place === 0}>
            <summary>
              <h3>{t("transparency.texts.language", { language: ownNameOf(language), versions: versions.length })}</h3>
            </summary>
            <ol className="text-versions">
              {versions.map((version) => (
                <li key={version.hour + version.hash}>
                  <VersionShown version={version} language={language} />
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
    </>
  );
}

function VersionShown({ version: { hash, hour, text, changes }, language }: { version: Version; language: Language }) {
  const t = useTranslations();
  const format = useFormat();
  const since = format.dateTime(hour, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return (
    <>
      <h4>{t("transparency.texts.since", { hour: since })}</h4>
      {changes && <p className="source">{t("transparency.texts.changes")}</p>}
      <blockquote lang={language} dir={directionOf(language)}>
        {changes ? changes.map(drawn) : <Kept>{text}</Kept>}
      </blockquote>
      <p className="source">
        <a href={`/log/text/${hash}`}>{t("transparency.texts.read", { hash })}</a>
      </p>
    </>
  );
}

/** Many screen readers ignore `ins` and `del`: words say it, too. */
function drawn({ kind, text }: Change, place: number) {
  const key = `${kind}${place}`;
  if (kind === "kept") return <Kept key={key}>{text}</Kept>;
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <Mark key={key}>
      <span className="visually-hidden">
        <Text of={kind === "added" ? "transparency.texts.inserted" : "transparency.texts.removed"} />{" "}
      </span>
      {text}
    </Mark>
  );
}
