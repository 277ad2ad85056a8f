import { MAIN } from "../frame/main.ts";
import { PlainTable } from "../plain-table.tsx";
import { useLanguage } from "../translation.tsx";
import type { AnswerRow, ApiView, ApiWords, CallView, FieldRow, Kind } from "./api-view.server.ts";
import "./api.css";

const SHAPES = "shapes";

const COMMON_ANSWERS = "common-answers";

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

const KEYS = {
  none: null,
  always: "Asks for the administrator’s key.",
  elsewhere: "Asks for the administrator’s key, unless it comes from the machine itself.",
};

function CallShown({ call }: { call: CallView }) {
  const { id, method, path, summary, says, key, takes, body, answers, further, curl, example } = call;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="api-call">
      <h3 id={`${id}-title`}>
        {summary}{" "}
        <a className="api-anchor" href={`#${id}`}>
          {id}
        </a>
      </h3>
      <p>
        <b>{method}</b> <code>{path}</code>
      </p>
      <p>
        <CodeText>{says}</CodeText> {KEYS[key]}
      </p>
      {body && (
        <p>
          The body is JSON: <KindShown kind={body} />.
        </p>
      )}
      {takes.length > 0 && <FieldTable name={`What ${id} takes`} fields={takes} isSent />}
      <AnswerTable name={`What ${id} answers`} answers={answers} />
      <p className="api-further">
        Besides <a href={`#${COMMON_ANSWERS}`}>as many calls do</a>: {further.join(", ")}
      </p>
      <p className="api-label">In a shell</p>
      <pre className="api-curl">{curl}</pre>
      {example !== null && (
        <>
          <p className="api-label">Answers</p>
          <pre>{example}</pre>
        </>
      )}
    </section>
  );
}

/** `isSent`: then fields that are needed are marked; of an answer, those that may be missing. */
function FieldTable({ name, fields, isSent }: { name: string; fields: FieldRow[]; isSent: boolean }) {
  const rows = fields.map((field) => ({
    key: field.name,
    cells: [
      <>
        <code>{field.name}</code> <span className="api-aside">{asideOf(field, isSent)}</span>
      </>,
      <>
        <span className="api-kind">
          <KindShown kind={field.kind} />
          {field.limits && ` (${field.limits})`}
        </span>{" "}
        {field.says && <CodeText>{field.says}</CodeText>}
      </>,
    ],
  }));
  return <PlainTable className="api-table" aria-label={name} heads={["Field", "What it is"]} rows={rows} />;
}

function asideOf({ place, isNeeded }: FieldRow, isSent: boolean): string {
  const standing = isSent === isNeeded ? (isSent ? "needed" : "may be missing") : null;
  return [place && `in the ${place}`, standing].filter(Boolean).join(", ");
}

function AnswerTable({ name, answers }: { name: string; answers: AnswerRow[] }) {
  const rows = answers.map(({ status, says, kind }) => ({
    key: status,
    cells: [
      status,
      <>
        <CodeText>{says}</CodeText>{" "}
        <span className="api-kind">
          <KindShown kind={kind} />
        </span>
      </>,
    ],
  }));
  return <PlainTable className="api-table" aria-label={name} heads={["Status", "What it means"]} rows={rows} />;
}

function placeOfShape(name: string): string {
  return `shape-${name}`;
}

function CodeText({ children }: { children: string }) {
  return children.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}

function KindShown({ kind }: { kind: Kind }) {
  return kind.map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <a href={`#${placeOfShape(part.shape)}`} key={part.shape}>
        {part.shape}
      </a>
    ),
  );
}
