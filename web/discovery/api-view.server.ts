import type { Answered, ApiDescription, Operation, Reference, Shape } from "../../contract/discovery.ts";
import type { AnswerRow, ApiView, CallGroup, CallView, FieldRow, ShapeView } from "./api-view.ts";
import { curlOf } from "./curl.server.ts";
import { fieldsOf, kindOf, limitsOf, nameIn } from "./kind.server.ts";

export function apiView(api: ApiDescription): ApiView {
  const address = api.servers[0]?.url ?? "";
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      view: callView(api, address, method, path, operation),
    })),
  );
  const groups = api.tags.map(
    ({ name, description }): CallGroup => ({
      id: name.toLowerCase().replace(/[^a-z]+/g, "-"),
      name,
      says: description,
      calls: calls.filter(({ operation }) => operation.tags[0] === name).map(({ view }) => view),
    }),
  );
  const shapes = Object.entries(api.components.schemas).map(([name, shape]) => shapeView(name, shape));
  const references = calls.flatMap(({ operation }) => Object.entries(operation.responses).filter(isCommon));
  const common = [...new Map(references)].map(([status, { $ref }]) =>
    answerRow(status, api.components.responses[nameIn($ref)] ?? { description: "" }),
  );
  const about = api.info.description.split("\n\n");
  const byStatus = (one: AnswerRow, other: AnswerRow) => Number(one.status) - Number(other.status);
  return { version: api.info.version, address, about, common: common.toSorted(byStatus), groups, shapes };
}

function callView(api: ApiDescription, address: string, method: string, path: string, operation: Operation): CallView {
  const { operationId, summary, description, parameters = [], requestBody, security } = operation;
  const key = security.length === 0 ? "none" : security.length === 1 ? "always" : "elsewhere";
  const body = requestBody?.content["application/json"]?.schema;
  const responses = Object.entries(operation.responses);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    says: description,
    key,
    takes: [
      ...parameters.map(
        (one): FieldRow => ({
          name: one.name,
          place: one.in,
          kind: kindOf(one.schema),
          isNeeded: one.required,
          says: one.description ?? null,
          limits: limitsOf(one.schema),
        }),
      ),
      ...(body ? fieldsOf(resolved(api, body)) : []),
    ],
    body: body ? kindOf(body) : null,
    answers: responses.filter((one) => !isCommon(one)).map(([status, answer]) => answerRow(status, answer as Answered)),
    further: responses.filter(isCommon).map(([status]) => status),
    curl: curlOf(method.toUpperCase(), address + path, operation, key),
    example: exampleIn(responses.map(([, answer]) => answer)),
  };
}

function resolved(api: ApiDescription, shape: Shape): Shape {
  return (shape.$ref && api.components.schemas[nameIn(shape.$ref)]) || shape;
}

function isCommon(given: [status: string, Answered | Reference]): given is [string, Reference] {
  return "$ref" in given[1];
}

function answerRow(status: string, { description, content = {} }: Answered): AnswerRow {
  const json = content["application/json"]?.schema;
  const others = Object.keys(content).filter((type) => type !== "application/json");
  return { status, says: description, kind: [...(json ? kindOf(json) : []), ...others.map((type) => ` ${type}`)] };
}

/** The only one that an operation has. */
function exampleIn(answers: (Answered | Reference)[]): string | null {
  const contents = answers.flatMap((answer) => ("content" in answer ? Object.values(answer.content ?? {}) : []));
  const example = contents.find((content) => content.example !== undefined)?.example;
  if (example === undefined) return null;
  return typeof example === "string" ? printable(example) : JSON.stringify(example, null, 2);
}

/** A page may hold no other characters; an answer may be bytes. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (byte) => `\\x${(byte.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`);
}

function shapeView(name: string, shape: Shape): ShapeView {
  return { name, kind: shape.properties ? null : kindOf(shape), fields: fieldsOf(shape) };
}
