/** A baseline: bare `node:http`, answering the very bytes and headers that the site has answered. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { takeOrders } from "./beside.ts";
import type { Recorded } from "./recorded.ts";

/** Answers its address. */
takeOrders(async (records: Recorded[]) => {
  const answers = new Map(records.map(({ body, ...rest }) => [rest.path, { ...rest, body: Buffer.from(body, "base64") }]));
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? "");
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
