import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { articlePathIn, pageIn } from "../../petition/addresses.ts";
import { lastSeen } from "../../petition/sources.ts";
import { petitionConfig } from "../../petition.config.ts";
import { articleIn } from "../article/article.server.ts";
import type { ArticleContent } from "../article/content.ts";
import { Risk } from "../article/risk.tsx";
import { SourceLine } from "../article/source-line.tsx";
import { factsContext, petitionContext } from "../context.ts";
import { LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { filledIn } from "../filled-in.ts";
import { MAIN } from "../frame/use-focus-on-new-page.ts";
import { languageOf, translatorFor, useLanguage } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";
import "../article/article.css";

export const handle: PageHandle = { isPublic: true };

export async function loader({ url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const petition = context.get(petitionContext);
  // The article stands without the count, too.
  const [stats, notice] = await Promise.all([
    petition.stats().catch(() => null),
    petition.collectionNotice(language).catch(() => null),
  ]);
  const article = articleIn(language, stats?.signatureCount ?? null);
  return {
    article: notice ? { ...article, call: { title: notice.title, signed: notice.day, button: notice.link } } : article,
    publicUrl: context.get(factsContext).publicUrl,
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const { article, publicUrl } = loaderData;
  const language = languageOf(location.pathname);
  const path = articlePathIn(language);
  const described = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.meta.title,
    description: article.meta.description,
    inLanguage: language,
    dateModified: lastSeen(),
    mainEntityOfPage: publicUrl + path,
    publisher: {
      "@type": "Organization",
      name: filledIn(petitionConfig.organisation.name) ?? translatorFor(language)("frame.name"),
    },
  };
  return [...pageMeta({ ...article.meta, language, path, publicUrl }), { "script:ld+json": described }];
};

export default function Article() {
  const { article } = useLoaderData<typeof loader>();
  return (
    <main id={MAIN}>
      <Hero article={article} />
      <div className="wrap">
        <Summary summary={article.summary} />
      </div>
      <section className="wrap risks" aria-labelledby="risks-title">
        <h2 id="risks-title" className="visually-hidden">
          {article.risks.title}
        </h2>
        {article.risks.cards.map((card, place) => (
          <Risk key={card.id} card={card} number={place + 1} answer={article.risks.answer} />
        ))}
      </section>
      <Why why={article.why} />
      <Call call={article.call} />
    </main>
  );
}

function Hero({ article: { badge, title, lede, checked } }: { article: ArticleContent }) {
  return (
    <header className="art-hero">
      <span className="underprint iris" aria-hidden="true" />
      <div className="wrap">
        <p className="tag">
          <Icon name="warning" /> {badge}
        </p>
        <h1 className="title">
          {title.map((part) =>
            typeof part === "string" ? (
              part
            ) : (
              <span className="whole" key={part.whole}>
                {part.whole}
              </span>
            ),
          )}
        </h1>
        <p className="lede">{lede}</p>
        <p className="source">{checked}</p>
      </div>
    </header>
  );
}

function Summary({ summary }: { summary: ArticleContent["summary"] }) {
  return (
    <Sheet className="summing" labelledBy="summary-title">
      <h2 id="summary-title">{summary.title}</h2>
      <dl>
        {summary.items.map(({ id, title, text }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <SourceLine sources={summary.sources} />
    </Sheet>
  );
}

function Why({ why }: { why: ArticleContent["why"] }) {
  return (
    <section className="band on-sheet" aria-labelledby="why-title">
      <div className="wrap">
        <h2 id="why-title">{why.title}</h2>
        <p className="why-lede">{why.lede}</p>
        <SourceLine sources={why.sources} />
        <div className="reasons">
          {why.reasons.map(({ id, title, text, sources }) => (
            <article key={id} aria-labelledby={`why-${id}`}>
              <h3 id={`why-${id}`}>{title}</h3>
              <p>{text}</p>
              <SourceLine sources={sources} />
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

function Call({ call }: { call: ArticleContent["call"] }) {
  const language = useLanguage();
  return (
    <section className="call" aria-labelledby="call-title">
      <div className="wrap">
        <div>
          <h2 id="call-title">{call.title}</h2>
          {call.signed && <p className="soft">{call.signed}</p>}
        </div>
        <LinkButton to={`${pageIn(language, "home")}#sign`}>{call.button}</LinkButton>
      </div>
    </section>
  );
}
