import type { ReactNode } from "react";
import type { AnswerRow, CallView, FieldRow } from "./api-view.server.ts";
import { COMMON_ANSWERS, CodeText, KindShown } from "./code-text.tsx";

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
export function FieldTable({ name, fields, isSent }: { name: string; fields: FieldRow[]; isSent: boolean }) {
  const rows = fields.map((field) => ({
    key: field.name,
    head: (
      <>
        <code>{field.name}</code> <span className="api-aside">{asideOf(field, isSent)}</span>
      </>
    ),
    says: (
      <>
        <span className="api-kind">
          <KindShown kind={field.kind} />
          {field.limits && ` (${field.limits})`}
        </span>{" "}
        {field.says && <CodeText>{field.says}</CodeText>}
      </>
    ),
  }));
  return <ApiTable name={name} heads={["Field", "What it is"]} rows={rows} />;
}

function asideOf({ place, isNeeded }: FieldRow, isSent: boolean): string {
  const standing = isSent === isNeeded ? (isSent ? "needed" : "may be missing") : null;
  return [place && `in the ${place}`, standing].filter(Boolean).join(", ");
}

export function AnswerTable({ name, answers }: { name: string; answers: AnswerRow[] }) {
  const rows = answers.map(({ status, says, kind }) => ({
    key: status,
    head: status,
    says: (
      <>
        <CodeText>{says}</CodeText>{" "}
        <span className="api-kind">
          <KindShown kind={kind} />
        </span>
      </>
    ),
  }));
  return <ApiTable name={name} heads={["Status", "What it means"]} rows={rows} />;
}

interface Tabled {
  name: string;
  heads: string[];
  rows: { key: string; head: ReactNode; says: ReactNode }[];
}

function ApiTable({ name, heads, rows }: Tabled) {
  return (
    <table className="api-table" aria-label={name}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, says }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            <td>{says}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
