import type { LoaderFunctionArgs } from "react-router";
import { articlePathIn, pageIn } from "../../petition/addresses.ts";
import { lastSeen } from "../../petition/facts.ts";
import { petitionConfig } from "../../petition.config.ts";
import { type ArticleContent, articleIn, printedAddress } from "../article/article.server.ts";
import {
  Chapter,
  CitedList,
  ContentsBeside,
  ContentsFolded,
  Hero,
  OpenAll,
  Passage,
  Risk,
  Summary,
} from "../article/parts.tsx";
import { Chart, type ChartContent } from "../charts/chart.tsx";
import { chartsIn } from "../charts/charts.server.ts";
import { factsContext, noticeFor, petitionContext } from "../context.ts";
import { LinkButton } from "../design/button.tsx";
import { SourceLine } from "../facts/source-line.tsx";
import { filledIn } from "../filled-in.ts";
import { MAIN } from "../frame/main.ts";
import { isCallAhead, SignBar } from "../home/sign-bar.tsx";
import { type Meta, useFacts, useLoaderData } from "../runtime/page-state.tsx";
import { ShareCard, ShareWays } from "../sharing/share-card.tsx";
import { languageOf, useLanguage, useTranslations } from "../translation.tsx";
import { PUBLIC, pageMeta } from "./metadata.ts";
import "../article/article.css";
import "../article/reading.css";
import "../article/print.css";

export const handle = PUBLIC;

export async function loader({ url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const petition = context.get(petitionContext);
  const { publicUrl } = context.get(factsContext);
  const [stats, notice] = await Promise.all([petition.stats().catch(() => null), noticeFor({ url, context })]);
  const count = stats?.signatureCount ?? null;
  const article = articleIn(language, count);
  return {
    article: notice ? { ...article, call: { title: notice.title, signed: notice.day, button: notice.link } } : article,
    charts: chartsIn(language),
    lastSeen: lastSeen(),
    count,
    isCollecting: notice === null,
    printed: printedAddress(language, publicUrl + articlePathIn(language)),
  };
}

export const meta: Meta<typeof loader> = ({ loaderData: { article, lastSeen: dateModified }, ...facts }) => {
  const { language, t, publicUrl } = facts;
  const path = articlePathIn(language);
  const described = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.meta.title,
    description: article.meta.description,
    inLanguage: language,
    dateModified,
    mainEntityOfPage: publicUrl + path,
    publisher: { "@type": "Organization", name: filledIn(petitionConfig.organisation.name) ?? t("frame.name") },
  };
  return [...pageMeta({ ...article.meta, path }, facts), { "script:ld+json": described }];
};

export default function Article() {
  const { article, charts, count, isCollecting, printed } = useLoaderData<typeof loader>();
  const { publicUrl } = useFacts();
  const t = useTranslations();
  const language = useLanguage();
  const petition = `${pageIn(language, "home")}#sign`;
  const { risks, objections, why } = article;
  return (
    <main id={MAIN} className="essay">
      <p className="printed">{printed}</p>
      <Hero article={article} petition={petition} />
      <div className="wrap columns">
        <ContentsFolded contents={article.contents} />
        <ContentsBeside contents={article.contents}>
          {isCollecting && <LinkButton href={petition}>{t("home.hero.sign")}</LinkButton>}
        </ContentsBeside>
        <div className="text">
          <Passage id="scene" {...article.scene} />
          <Summary summary={article.summary} />
          <ChartNamed id={article.summary.chart} charts={charts} />
          <Invitation article={article} petition={isCollecting ? petition : null} url={publicUrl + articlePathIn(language)} />
          <section className="risks" aria-label={risks.title}>
            <div className="both-sides">
              <OpenAll {...risks.whole} />
              <p>
                <b>{risks.answer}</b> <span className="source">{risks.answersFrom}</span>
              </p>
            </div>
            {risks.chapters.map(({ id, title, text, cards }) => (
              <Chapter key={id} id={id} title={title} text={text}>
                {cards.map((card) => (
                  <Risk key={card.id} card={card}>
                    <ChartNamed id={card.chart} charts={charts} />
                  </Risk>
                ))}
              </Chapter>
            ))}
          </section>
          <Chapter isFolded id="objections" title={objections.title} text={objections.lede}>
            <CitedList of="objection" texts={objections.claims} />
          </Chapter>
          <Chapter isFolded id="why" title={why.title} text={why.lede}>
            <SourceLine sources={why.sources} />
            <ChartNamed id={why.chart} charts={charts} />
            <CitedList of="why" texts={why.reasons} />
          </Chapter>
          <Passage {...article.conclusion} id="conclusion" />
        </div>
      </div>
      <Call call={article.call} petition={petition} shared={publicUrl + pageIn(language, "home")} />
      <div className="wrap references">
        <SourceLine sources={article.sources} />
      </div>
      {isCollecting && <SignBar count={count} href={petition} label={t("home.hero.sign")} isNeeded={isCallAhead} />}
    </main>
  );
}

function ChartNamed({ id, charts }: { id: string | null; charts: Record<string, ChartContent> }) {
  const chart = id === null ? undefined : charts[id];
  return chart && <Chart chart={chart} />;
}

/** Where a reader may have read enough. `petition` is null while nobody can sign. */
function Invitation({ article, petition, url }: { article: ArticleContent; petition: string | null; url: string }) {
  const t = useTranslations();
  const { invite } = article;
  const { title, description } = article.meta;
  const letter = { subject: title, body: `${description}\n\n${url}` };
  return (
    <div className="invite">
      {petition && (
        <div>
          <p>{invite.enough}</p>
          <LinkButton href={petition}>{t("home.hero.sign")}</LinkButton>
        </div>
      )}
      <div>
        <p>{invite.pass}</p>
        <ShareWays text={{ url, letter, message: description, post: title }} />
      </div>
    </div>
  );
}

function Call({ call, petition, shared }: { call: ArticleContent["call"]; petition: string; shared: string }) {
  return (
    <div className="call band on-sheet" id="call">
      <div className="wrap duo">
        <section aria-labelledby="call-title">
          <h2 id="call-title">{call.title}</h2>
          {call.signed && <p className="soft">{call.signed}</p>}
          <LinkButton href={petition}>{call.button}</LinkButton>
        </section>
        <ShareCard url={shared} />
      </div>
    </div>
  );
}
