/** A call as one types it into a shell. */
import type { Operation } from "../../contract/discovery.ts";

export function curlOf(method: string, address: string, operation: Operation, key: "none" | "always" | "elsewhere"): string {
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

/** For a shell: nothing in it means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
