import { articlePathIn, pageIn } from "../../petition/addresses.ts";
import { DEMANDS } from "../demands.ts";
import { SourceSentence } from "../facts/source-line.tsx";
import { Fact } from "../frame/fact.tsx";
import { MailLink } from "../frame/mail-link.tsx";
import { MAIN } from "../frame/main.ts";
import { Kept, useLanguage, useTranslations } from "../translation.tsx";
import type { PressContent } from "./material-content.server.ts";
import { Pictures } from "./pictures.tsx";
import "./material-page.css";

export function PressPage({ content }: { content: PressContent }) {
  const language = useLanguage();
  const { count, figures, contact, pictures } = content;
  return (
    <main id={MAIN} className="list-page material">
      <div className="wrap">
        <h1>{content.title}</h1>
        <p className="lead">{content.lead}</p>
        {count && (
          <p>
            <b>{count.number}</b>
            {count.rest}
          </p>
        )}
        {count?.paper && <p>{count.paper}</p>}
        <InShort content={content} />
        {figures && (
          <section aria-labelledby="figures">
            <h2 id="figures">{figures.title}</h2>
            <ul className="press-figures">
              {figures.list.map(({ text, source }) => (
                <li key={text}>
                  <p>{text}</p>
                  <SourceSentence source={source} />
                </li>
              ))}
            </ul>
            <p>
              {figures.article.before}
              <a href={articlePathIn(language)}>{figures.article.link}</a>
              {figures.article.after}
            </p>
          </section>
        )}
        {pictures && <Pictures words={pictures} />}
        {contact && (
          <section aria-labelledby="contact">
            <h2 id="contact">{contact.title}</h2>
            <MailLink address={contact.email} />
          </section>
        )}
      </div>
    </main>
  );
}

function InShort({ content: { who, demands, goes, counted } }: { content: PressContent }) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <dl className="plain">
      <Fact name={who.title}>
        <p>{who.text}</p>
        <p>
          <a href={pageIn(language, "legalNotice")}>{t("frame.nav.imprint")}</a>
        </p>
      </Fact>
      <Fact name={demands}>
        <ol className="demanded">
          {DEMANDS.map((demand) => (
            <li key={demand}>{t(demand)}</li>
          ))}
        </ol>
      </Fact>
      <Fact name={goes.title}>
        <p>{[goes.recipient, goes.date].filter(Boolean).join(" ")}</p>
        <p>{goes.appeal}</p>
      </Fact>
      <Fact name={counted.title}>
        <p>
          <Kept>{counted.text}</Kept>
        </p>
        <ul>
          <li>
            <a href={pageIn(language, "transparency")}>{t("frame.nav.transparency")}</a>
          </li>
          <li>
            <a href="/api/open/counts?by=day&format=csv">{counted.csv}</a>
          </li>
          <li>
            <a href="/api/open/counts?by=day">{counted.json}</a>
          </li>
        </ul>
      </Fact>
    </dl>
  );
}
