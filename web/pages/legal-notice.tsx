import type { LoaderFunctionArgs } from "react-router";
import { pageIn } from "../../petition/addresses.ts";
import { legalNotice } from "../content/legal-notice.server.ts";
import { Authoritative, FactList, ProseText } from "../content/text-page.tsx";
import { LinkButton } from "../design/button.tsx";
import { Fact } from "../frame/fact.tsx";
import { MAIN } from "../frame/main.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useLoaderData } from "../runtime/page-state.tsx";
import { languageOf, useLanguage } from "../translation.tsx";
import { PUBLIC, pageTitled } from "./metadata.ts";
import "./legal-notice.css";

export const handle = PUBLIC;

export function loader({ url }: LoaderFunctionArgs) {
  return legalNotice(languageOf(url.pathname));
}

export const meta = pageTitled<typeof loader>("legalNotice", ({ meta }) => meta);

export default function LegalNotice() {
  const { title, authoritative, provider, handover, advocacy, disclaimers, action } = useLoaderData<typeof loader>();
  const language = useLanguage();
  return (
    <main id={MAIN} className="list-page">
      <div className="wrap">
        <h1>{title}</h1>
        <Authoritative>{authoritative}</Authoritative>
        <div className="legal-columns">
          <section aria-labelledby="provider">
            <h2 id="provider" className="section-title">
              {provider.title}
            </h2>
            <FactList facts={provider.facts} />
          </section>
          <section aria-labelledby="handover" className="flow">
            <h2 id="handover" className="section-title">
              {handover.title}
            </h2>
            <FactList facts={handover.facts} />
            <p>{handover.quorum}</p>
          </section>
        </div>
        {advocacy.texts.length > 0 && (
          <section aria-labelledby="advocacy" className="legal-part">
            <h2 id="advocacy">{advocacy.title}</h2>
            <dl className="plain">
              {advocacy.texts.map(({ id, title, text }) => (
                <Fact key={id} id={id} name={title}>
                  <ProseText prose={text} />
                </Fact>
              ))}
            </dl>
          </section>
        )}
        <div className="legal-acts">
          <LinkButton href={pageIn(language, "home")}>{action.petition}</LinkButton>{" "}
          {action.donations && (
            <>
              <OutLink href={action.donations.url} className="btn btn-line" arrow>
                {action.donations.label}
              </OutLink>
              <p className="small soft">{action.donations.note}</p>
            </>
          )}
        </div>
        <section aria-labelledby="disclaimers" className="legal-part">
          <h2 id="disclaimers" className="section-title">
            {disclaimers.title}
          </h2>
          <dl className="legal-disclaimers">
            {disclaimers.texts.map(({ id, title, text }) => (
              <Fact key={id} name={<span className="strong">{title}</span>}>
                <ProseText prose={text} />
              </Fact>
            ))}
          </dl>
        </section>
      </div>
    </main>
  );
}
