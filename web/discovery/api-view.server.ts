import type { Answered, ApiDescription, Operation, Reference, Shape } from "../../contract/machines.ts";
import type { Language } from "../../petition/language.ts";
import { translatorsOf } from "../translators.server.ts";

const translatorFor = translatorsOf(
  import.meta.glob("../../messages/*/discovery.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/discovery.json", { eager: true, import: "default" }),
);

export type ApiWords = ReturnType<typeof apiWords>;

export function apiWords(language: Language) {
  const t = translatorFor(language);
  return { title: t("discovery.title"), lede: t("discovery.lede"), inEnglish: t("discovery.inEnglish") };
}

/** Words, and names of shapes that come further down. */
export type Kind = (string | { shape: string })[];
export type ApiView = ReturnType<typeof apiView>;
export type CallView = ReturnType<typeof callView>;
export type AnswerRow = ReturnType<typeof answerRow>;
export type FieldRow = ReturnType<typeof fieldRow>;

export function apiView(api: ApiDescription) {
  const address = api.servers[0]?.url ?? "";
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operation,
      view: callView(api, address, method, path, operation),
    })),
  );
  const groups = api.tags.map(({ name, description }) => ({
    id: name.toLowerCase().replace(/[^a-z]+/g, "-"),
    name,
    says: description,
    calls: calls.filter(({ operation }) => operation.tags[0] === name).map(({ view }) => view),
  }));
  const shapes = Object.entries(api.components.schemas).map(([name, shape]) => ({
    name,
    /** Of one that is no object. */
    kind: shape.properties ? null : kindOf(shape),
    fields: fieldsOf(shape),
  }));
  const references = calls.flatMap(({ operation }) => Object.entries(operation.responses).filter(isCommon));
  const common = [...new Map(references)].map(([status, { $ref }]) =>
    answerRow(status, api.components.responses[nameIn($ref)] ?? { description: "" }),
  );
  const about = api.info.description.split("\n\n");
  const byStatus = (one: AnswerRow, other: AnswerRow) => Number(one.status) - Number(other.status);
  return { version: api.info.version, address, about, common: common.toSorted(byStatus), groups, shapes };
}

function callView(api: ApiDescription, address: string, method: string, path: string, operation: Operation) {
  const { operationId, summary, description, parameters = [], requestBody, security } = operation;
  const key: KeyNeed = security.length === 0 ? "none" : security.length === 1 ? "always" : "elsewhere";
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
      ...parameters.map((one) => ({ ...fieldRow(one.name, one.schema, one.required, one.in), says: one.description ?? null })),
      ...(body ? fieldsOf((body.$ref && api.components.schemas[nameIn(body.$ref)]) || body) : []),
    ],
    body: body ? kindOf(body) : null,
    answers: responses.filter((one) => !isCommon(one)).map(([status, answer]) => answerRow(status, answer as Answered)),
    further: responses.filter(isCommon).map(([status]) => status),
    curl: curlOf(method.toUpperCase(), address + path, operation, key),
    example: exampleIn(responses.map(([, answer]) => answer)),
  };
}

function isCommon(given: [status: string, Answered | Reference]): given is [string, Reference] {
  return "$ref" in given[1];
}

function answerRow(status: string, { description, content = {} }: Answered) {
  const json = content["application/json"]?.schema;
  const others = Object.keys(content).filter((type) => type !== "application/json");
  const kind: Kind = [...(json ? kindOf(json) : []), ...others.map((type) => ` ${type}`)];
  return { status, says: description, kind };
}

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

type KeyNeed = "none" | "always" | "elsewhere";

function curlOf(method: string, address: string, operation: Operation, key: KeyNeed): string {
  const { parameters = [], requestBody } = operation;
  const given = (place: string) => parameters.filter((one) => one.in === place && one.example !== undefined);
  const path = given("path").reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), address);
  const query = new URLSearchParams(given("query").map(({ name, example }) => [name, String(example)]));
  const body = requestBody?.content["application/json"]?.example;
  const parts = [
    method === "GET" ? "curl" : `curl -X ${method}`,
    quoted(path + (query.size > 0 ? `?${query}` : "")),
    ...(key === "none" ? [] : ['-H "Authorization: Bearer $ADMIN_KEY"']),
    ...given("header").map(({ name, example }) => `-H ${quoted(`${name}: ${example}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(" \\\n  ").replace(/^(curl(?: -X \w+)?) \\\n {2}/, "$1 ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function kindOf(shape: Shape): Kind {
  if (shape.$ref) return [{ shape: nameIn(shape.$ref) }];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.flatMap((one, index) => (index === 0 ? kindOf(one) : [" or ", ...kindOf(one)]));
  if (shape.const !== undefined) return [JSON.stringify(shape.const)];
  if (shape.enum) return [shape.enum.map((value) => String(value)).join(", ")];
  if (shape.items) return ["list of ", ...kindOf(shape.items)];
  if (shape.properties) return ["object"];
  if (shape.additionalProperties) return ["object of ", ...kindOf(shape.additionalProperties)];
  return [[shape.type ?? "anything"].flat().join(" or ") + (shape.format ? ` (${shape.format})` : "")];
}

function nameIn(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

/** Those of objects within an object stand below it: `notice.title`, `rows[].time`. */
function fieldsOf(shape: Shape, before = ""): FieldRow[] {
  const inner = shape.items ?? shape;
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const path = before + name;
    const row = fieldRow(path, field, inner.required?.includes(name) ?? false);
    return [row, ...fieldsOf(field, field.items ? `${path}[].` : `${path}.`)];
  });
}

function fieldRow(name: string, shape: Shape, isNeeded: boolean, place: string | null = null) {
  return { name, place, kind: kindOf(shape), isNeeded, says: shape.description ?? null, limits: limitsOf(shape) };
}

function limitsOf({ minimum, maximum, maxLength, default: given }: Shape): string | null {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : null;
  const limits = [
    range ?? (minimum !== undefined ? `at least ${minimum}` : maximum !== undefined ? `at most ${maximum}` : null),
    maxLength !== undefined ? `at most ${maxLength} characters` : null,
    given !== undefined ? `without one: ${typeof given === "string" ? given : JSON.stringify(given)}` : null,
  ].filter((limit) => limit !== null);
  return limits.length > 0 ? limits.join("; ") : null;
}
