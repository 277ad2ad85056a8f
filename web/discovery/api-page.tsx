import { MAIN } from "../frame/main.ts";
import { useLanguage } from "../translation.tsx";
import type { ApiView } from "./api-view.server.ts";
import { AnswerTable, CallShown, FieldTable } from "./call-shown.tsx";
import { COMMON_ANSWERS, CodeText, KindShown, placeOfShape } from "./code-text.tsx";
import type { ApiWords } from "./words.server.ts";
import "./api.css";

const SHAPES = "shapes";

/** In English whatever the page's language: so are the names of the calls. */
export function ApiPage({ api, words }: { api: ApiView; words: ApiWords }) {
  const language = useLanguage();
  return (
    <main id={MAIN} className="wrap list-page api-page">
      <h1>{words.title}</h1>
      <p className="intro">{words.lede}</p>
      {language !== "en" && <p>{words.inEnglish}</p>}
      <div lang="en" dir="ltr" className="api-body">
        <nav aria-labelledby="contents">
          <p id="contents">All calls</p>
          <ul>
            {api.groups.map(({ id, name, calls }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
                <ul>
                  {calls.map((call) => (
                    <li key={call.id}>
                      <a href={`#${call.id}`}>{call.summary}</a>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
            <li>
              <a href={`#${SHAPES}`}>Shapes</a>
            </li>
          </ul>
        </nav>
        <div>
          <section aria-labelledby="about">
            <h2 id="about">Before the first call</h2>
            <p>
              All addresses begin with <code>{api.address}</code>. For machines the same stands in{" "}
              <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1, version {api.version}).
            </p>
            {api.about.map((paragraph) => (
              <p key={paragraph}>
                <CodeText>{paragraph}</CodeText>
              </p>
            ))}
            <h3 id={COMMON_ANSWERS} className="api-common">
              What many calls answer
            </h3>
            <AnswerTable name="What many calls answer" answers={api.common} />
          </section>
          {api.groups.map(({ id, name, says, calls }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{name}</h2>
              <p>{says}</p>
              {calls.map((call) => (
                <CallShown key={call.id} call={call} />
              ))}
            </section>
          ))}
          <section id={SHAPES} aria-labelledby="shapes-title">
            <h2 id="shapes-title">Shapes</h2>
            {api.shapes.map(({ name, kind, fields }) => (
              <section key={name} id={placeOfShape(name)} aria-labelledby={`${placeOfShape(name)}-title`} className="api-call">
                <h3 id={`${placeOfShape(name)}-title`}>{name}</h3>
                {kind && (
                  <p>
                    <KindShown kind={kind} />
                  </p>
                )}
                {fields.length > 0 && <FieldTable name={`Fields of ${name}`} fields={fields} isSent={false} />}
              </section>
            ))}
          </section>
        </div>
      </div>
    </main>
  );
}
