import type { AnswerRow, FieldRow } from "./api-view.ts";
import { CodeText, KindShown } from "./code-text.tsx";

/** `isSent`: whoever sends it must know which fields are needed; of an answer, which may be missing. */
export function FieldTable({ name, fields, isSent }: { name: string; fields: FieldRow[]; isSent: boolean }) {
  return (
    <table className="api-table" aria-label={name}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              <code>{field.name}</code> <span className="api-aside">{asideOf(field, isSent)}</span>
            </th>
            <td>
              <span className="api-kind">
                <KindShown kind={field.kind} />
                {field.limits && ` (${field.limits})`}
              </span>{" "}
              {field.says && <CodeText>{field.says}</CodeText>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function asideOf({ place, isNeeded }: FieldRow, isSent: boolean): string {
  const standing = isSent === isNeeded ? (isSent ? "needed" : "may be missing") : null;
  return [place && `in the ${place}`, standing].filter(Boolean).join(", ");
}

export function AnswerTable({ name, answers }: { name: string; answers: AnswerRow[] }) {
  return (
    <table className="api-table" aria-label={name}>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">What it means</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ status, says, kind }) => (
          <tr key={status}>
            <th scope="row">{status}</th>
            <td>
              <CodeText>{says}</CodeText>{" "}
              <span className="api-kind">
                <KindShown kind={kind} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
