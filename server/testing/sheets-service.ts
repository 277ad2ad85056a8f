/** Checks signatures and tokens, counts the quota, and can be away, refuse, or lose its answer after having done what was asked. */
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../platform/clock.ts";

export const SPREADSHEET = "1vO_spreadsheet-of-the-petition";
const ACCOUNT = "copy@petition.iam.example";
const WRITES_A_MINUTE = 60;
const OURS = 77;

/** What happens to the next write: done without an answer, dropped without one, done only when told to, or answered so. */
type Fault = "lose-answer" | "drop" | "delay" | number;

export interface SheetsService {
  /** For `openHouse`: everything that switches the copy on. */
  settings: Record<string, string>;
  /** All rows of our tab, with the header. People may change them. */
  rows: string[][];
  /** From left to right; ours is 77. People may rename, move, add and remove them. */
  tabs: Array<{ id: number; title: string }>;
  /** What was written into any other tab. */
  elsewhere: string[][];
  copied(): string[][];
  /** Of the writes to come, the first meets the first. */
  faults: Fault[];
  /** Answers everything with this until told null. */
  answerAll(status: number | null, headers?: Record<string, string>): void;
  refuseTokens(error: string | null): void;
  revokeTokens(): void;
  doDelayed(): void;
  writes(): number;
  tokens(): number;
  close(): Promise<void>;
}

type Body = Record<string, unknown>;
type Cells = (string | null)[];

export async function openSheetsService(clock: Clock): Promise<SheetsService> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const folder = await mkdtemp(join(tmpdir(), "petition-sheets-"));
  const keyFile = join(folder, "service-account.json");
  await writeFile(keyFile, JSON.stringify({ type: "service_account", client_email: ACCOUNT, private_key: privateKey }));

  let outage: { status: number; headers: Record<string, string> } | null = null;
  let tokenError: string | null = null;
  let tokens = 0;
  let firstValidToken = 1;
  const writtenAt: number[] = [];
  const delayed: Array<() => void> = [];

  const service: SheetsService = {
    settings: {},
    rows: [],
    tabs: [
      { id: OURS, title: "Petition ’26 's" },
      { id: 5, title: "Notes" },
    ],
    elsewhere: [],
    copied: () => service.rows.slice(1),
    faults: [],
    answerAll(status, headers = {}) {
      outage = status === null ? null : { status, headers };
    },
    refuseTokens(error) {
      tokenError = error;
    },
    revokeTokens() {
      firstValidToken = tokens + 1;
    },
    doDelayed() {
      for (const act of delayed.splice(0)) act();
    },
    writes: () => writtenAt.length,
    tokens: () => tokens,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  service.settings = {
    GOOGLE_SHEETS_ID: SPREADSHEET,
    GOOGLE_APPLICATION_CREDENTIALS: keyFile,
    GOOGLE_SHEETS_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  };
  return service;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://service");
    if (outage) {
      t(response, outage.status, { error: { status: "UNAVAILABLE" } }, outage.headers);
      return;
    }
    if (pathname === "/token") {
      giveToken(response, new URLSearchParams(text));
      return;
    }
    const token = Number(/^Bearer token-(\d+)$/.exec(request.headers.authorization ?? "")?.[1] ?? 0);
    if (token < firstValidToken) {
      t(response, 401, { error: { status: "UNAUTHENTICATED" } });
      return;
    }

    const path = decodeURIComponent(pathname);
    const root = `/v4/spreadsheets/${SPREADSHEET}`;
    if (!path.startsWith(root)) {
      t(response, 404, { error: { status: "NOT_FOUND" } });
      return;
    }
    const rest = path.slice(root.length);
    if (request.method === "GET") read(response, rest, searchParams);
    else write(response, rest, JSON.parse(text) as Body);
  }

  /** RFC 7523, as Google has it. */
  function giveToken(response: ServerResponse, form: URLSearchParams): void {
    if (tokenError) {
      t(response, 400, { error: tokenError, error_description: "Invalid JWT Signature." });
      return;
    }
    const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
    const isSigned = verify(
      "sha256",
      Buffer.from(`${header}.${claims}`),
      createPublicKey(publicKey),
      Buffer.from(signature, "base64url"),
    );
    const { iss, aud, scope } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, string>;
    const isRight =
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
      iss === ACCOUNT &&
      aud === "https://oauth2.googleapis.com/token" &&
      scope === "https://www.googleapis.com/auth/spreadsheets";
    if (!isSigned || !isRight) {
      t(response, 400, { error: "invalid_grant" });
      return;
    }
    tokens += 1;
    t(response, 200, { access_token: `token-${tokens}`, expires_in: 3600, token_type: "Bearer" });
  }

  function read(response: ServerResponse, path: string, query: URLSearchParams): void {
    if (path === "") {
      // In any order: what counts is the index.
      const sheets = service.tabs.map(({ id, title }, index) => ({ properties: { sheetId: id, title, index } }));
      t(response, 200, { sheets: sheets.reverse() });
      return;
    }
    const { tab, cells } = rangeOf(path.replace("/values/", ""));
    const rows = tab === OURS ? service.rows : service.elsewhere;
    const column = /^([A-Z]):\1$/.exec(cells)?.[1];
    const isColumns = query.get("majorDimension") === "COLUMNS";
    if (tab === undefined || (column ? !isColumns : cells !== "1:20")) {
      t(response, 400, { error: { status: "INVALID_ARGUMENT" } });
      return;
    }
    const place = (column ?? "A").charCodeAt(0) - 65;
    const values = column ? (rows.length > 0 ? [rows.map((row) => row[place] ?? "")] : []) : rows.slice(0, 20);
    t(response, 200, { range: path, ...(values.length > 0 && { values }) });
  }

  /** Such as `'Notes'!A:A`. */
  function rangeOf(range: string): { tab: number | undefined; cells: string } {
    const [, quoted = "", cells = ""] = /^'(.*)'!([A-Z0-9:]+)$/.exec(range) ?? [];
    return { tab: service.tabs.find(({ title }) => title === quoted.replaceAll("''", "'"))?.id, cells };
  }

  function enter(tab: number, place: number, column: number, cells: (string | null)[]): void {
    const rows = tab === OURS ? service.rows : service.elsewhere;
    while (rows.length <= place) rows.push([]);
    const row = rows[place] ?? [];
    cells.forEach((cell, at) => {
      // Null leaves a cell as it is.
      if (cell !== null) row[column + at] = cell;
    });
    rows[place] = Array.from(row, (cell) => cell ?? "");
  }

  function write(response: ServerResponse, path: string, body: Body): void {
    const now = clock.now().getTime();
    if (writtenAt.filter((at) => at > now - 60_000).length >= WRITES_A_MINUTE) {
      t(response, 429, { error: { status: "RESOURCE_EXHAUSTED" } }, { "retry-after": "30" });
      return;
    }
    const act = actionFor(path, body);
    if (!act) {
      t(response, 400, { error: { status: "INVALID_ARGUMENT" } });
      return;
    }
    writtenAt.push(now);

    const fault = service.faults.shift();
    if (typeof fault === "number") {
      t(response, fault, { error: { status: "INTERNAL" } });
      return;
    }
    if (fault === "delay") delayed.push(act);
    else if (fault !== "drop") act();
    if (fault === undefined) t(response, 200, {});
    else response.destroy();
  }

  function actionFor(path: string, body: Body): (() => void) | null {
    if (path === "/values:batchUpdate") {
      const data = (body.data as Array<{ range: string; values: Cells[] }>).map(({ range, values }) => ({
        ...rangeOf(range),
        values,
      }));
      if (data.some(({ tab }) => tab === undefined)) return null;
      return () => {
        for (const { tab = 0, cells, values } of data)
          enter(
            tab,
            Number(/\d+$/.exec(cells)?.[0]) - 1,
            cells.charCodeAt(0) - 65,
            entered(values, body.valueInputOption)[0] ?? [],
          );
      };
    }
    if (path === ":batchUpdate") {
      const requests = body.requests as Array<{
        appendCells?: { sheetId: number; rows: Array<{ values: Array<{ userEnteredValue?: { stringValue: string } }> }> };
        deleteDimension?: { range: { sheetId: number; dimension: string; startIndex: number; endIndex: number } };
      }>;
      return () => {
        for (const { appendCells, deleteDimension } of requests) {
          if (appendCells)
            for (const { values } of appendCells.rows) {
              const rows = appendCells.sheetId === OURS ? service.rows : service.elsewhere;
              enter(
                appendCells.sheetId,
                rows.length,
                0,
                values.map((cell) => cell.userEnteredValue?.stringValue ?? null),
              );
            }
          const range = deleteDimension?.range;
          if (range?.sheetId === OURS && range.dimension === "ROWS")
            service.rows.splice(range.startIndex, range.endIndex - range.startIndex);
        }
      };
    }
    return null;
  }
}

/** Whatever is not entered raw is run. */
function entered(rows: Cells[], how: unknown): Cells[] {
  return rows.map((row) => row.map((cell) => (how !== "RAW" && cell?.startsWith("=") ? "#RUN!" : cell)));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function t(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
