import { type CallView, COMMON_ANSWERS } from "./api-view.ts";
import { CodeText, KindShown } from "./code-text.tsx";
import { AnswerTable, FieldTable } from "./tables.tsx";

const KEYS = {
  none: null,
  always: "Asks for the administrator’s key.",
  elsewhere: "Asks for the administrator’s key, unless it comes from the machine itself.",
};

export function CallShown({ call }: { call: CallView }) {
  const { id, method, path, summary, says, key, takes, body, answers, further, curl, example } = call;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="api-call">
      <h3 id={`${id}-title`}>
        {summary}{" "}
        <a className="api-anchor" href={`#${id}`}>
          {id}
        </a>
      </h3>
      <p className="api-address">
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
