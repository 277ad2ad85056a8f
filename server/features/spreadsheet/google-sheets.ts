import { JWT } from "google-auth-library";
import type { Milliseconds } from "../../../petition/duration.ts";
import type { ServiceAccount } from "../../platform/config/secrets.ts";
import { nameOf } from "../../platform/database/failures.ts";

export interface Tab {
  id: number;
  title: string;
}

export type Cells = Array<string | null>;

export type Sheets = ReturnType<typeof openSheets>;

export class SheetsFailure extends Error {
  override name = "SheetsFailure";
  readonly code: string;
  /** The service may have done it, or may still do it. */
  readonly isUnclear: boolean;
  readonly retryAfter: Milliseconds;

  constructor(code: string, { isUnclear = false, retryAfter = 0 } = {}) {
    super(`The spreadsheet service: ${code}`);
    this.code = code;
    this.isUnclear = isUnclear;
    this.retryAfter = retryAfter;
  }
}

export interface SheetsTools {
  spreadsheetId: string;
  account: ServiceAccount;
  /** Base address of the API and its tokens, without a slash at the end; null: Google's. */
  endpoint: string | null;
}

const API = "https://sheets.googleapis.com";
const HEAD_ROWS = 20;
const SCOPE = "https://www.googleapis.com/auth/spreadsheets";
const PATIENCE = 45_000;
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<unknown>;

export function openSheets(tools: SheetsTools) {
  const ending = new AbortController();
  const call = callerOf(tools, ending.signal);
  return {
    abandon: () => ending.abort(),
    async tabs(): Promise<Tab[]> {
      const answer = (await call("GET", "?fields=sheets.properties(sheetId,title,index)")) as Properties;
      const tabs = (answer.sheets ?? []).map(({ properties }) => properties);
      return tabs
        .sort((a, b) => (a?.index ?? 0) - (b?.index ?? 0))
        .map((tab) => ({ id: tab?.sheetId ?? 0, title: tab?.title ?? "" }));
    },
    async head(tab: Tab): Promise<string[][]> {
      const answer = (await call("GET", `/values/${rangeIn(tab, `1:${HEAD_ROWS}`)}`)) as Values;
      return (answer.values ?? []).map((row) => row.map(String));
    },
    async column(tab: Tab, place: number): Promise<string[]> {
      const letters = lettersOf(place);
      const answer = (await call("GET", `/values/${rangeIn(tab, `${letters}:${letters}`)}?majorDimension=COLUMNS`)) as Values;
      return (answer.values?.[0] ?? []).map(String);
    },
    async append(tab: Tab, rows: Cells[]): Promise<void> {
      const cellOf = (cell: string | null) => (cell === null ? {} : { userEnteredValue: { stringValue: cell } });
      const appendCells = {
        sheetId: tab.id,
        rows: rows.map((cells) => ({ values: cells.map(cellOf) })),
        fields: "userEnteredValue",
      };
      await call("POST", ":batchUpdate", { requests: [{ appendCells }] });
    },
    async replace(tab: Tab, rows: Array<{ place: number; cells: Cells }>): Promise<void> {
      const data = rows.map(({ place, cells }) => ({ range: a1(tab, `A${place + 1}`), values: [cells] }));
      await call("POST", "/values:batchUpdate", { valueInputOption: "RAW", data });
    },
    async remove(tab: Tab, places: number[]): Promise<void> {
      // From the bottom, so that no removal moves the next row.
      const requests = places
        .toSorted((a, b) => b - a)
        .map((place) => ({
          deleteDimension: { range: { sheetId: tab.id, dimension: "ROWS", startIndex: place, endIndex: place + 1 } },
        }));
      await call("POST", ":batchUpdate", { requests });
    },
  };
}

function callerOf(tools: SheetsTools, ending: AbortSignal): Call {
  const address = `${tools.endpoint ?? API}/v4/spreadsheets/${encodeURIComponent(tools.spreadsheetId)}`;
  const patience = () => AbortSignal.any([AbortSignal.timeout(PATIENCE), ending]);
  let client = clientOf(tools, patience);

  return async (method, path, body) => {
    const token = await tokenOf(client);
    const answer = await sent(method, address + path, { token, body, signal: patience() });
    if (answer.ok) return read(answer, method);
    if (answer.status === 401) client = clientOf(tools, patience);
    throw new SheetsFailure(await codeOf(answer), {
      isUnclear: method === "POST" && answer.status >= 500,
      retryAfter: waitAskedBy(answer.headers.get("retry-after")),
    });
  };
}

function clientOf({ account, endpoint }: SheetsTools, patience: () => AbortSignal): JWT {
  return new JWT({
    email: account.email,
    key: account.privateKey,
    scopes: [SCOPE],
    // The client has no setting for the address of tokens.
    transporterOptions: {
      retryConfig: { retry: 0 },
      fetchImplementation: (input, init) =>
        fetch(elsewhere(input, endpoint), { ...(init as RequestInit), redirect: "error", signal: patience() }),
    },
  });
}

async function sent(
  method: "GET" | "POST",
  address: string,
  { token, body, signal }: { token: string; body: object | undefined; signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
      redirect: "error",
      signal,
    });
  } catch (failure) {
    const code = nameOf(failure);
    throw new SheetsFailure(code, { isUnclear: method === "POST" && !NOT_SENT.has(code) });
  }
}

type Properties = { sheets?: Array<{ properties?: { sheetId?: number; title?: string; index?: number } }> };
type Values = { values?: unknown[][] };

function elsewhere(input: unknown, endpoint: string | null): string {
  const { origin, pathname, search } = new URL(String(input));
  return (endpoint ?? origin) + pathname + search;
}

async function tokenOf(client: JWT): Promise<string> {
  try {
    const { token } = await client.getAccessToken();
    if (token) return token;
  } catch (failure) {
    const { response } = failure as { response?: { status?: number; data?: { error?: unknown }; headers?: Headers } };
    const reason = typeof response?.data?.error === "string" ? response.data.error : (response?.status ?? nameOf(failure));
    throw new SheetsFailure(`token ${reason}`.slice(0, 60), {
      retryAfter: waitAskedBy(response?.headers?.get("retry-after") ?? null),
    });
  }
  throw new SheetsFailure("token missing");
}

/** A POST is done by its status; only a GET needs its body. */
async function read(answer: Response, method: "GET" | "POST"): Promise<unknown> {
  try {
    const text = await answer.text();
    return method === "GET" ? JSON.parse(text) : null;
  } catch (failure) {
    if (method === "POST") return null;
    throw new SheetsFailure(`unreadable ${nameOf(failure)}`);
  }
}

async function codeOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: { status?: unknown } } | null;
  const status = body?.error?.status;
  return typeof status === "string" ? `${answer.status} ${status.slice(0, 40)}` : String(answer.status);
}

/** Seconds or a date (RFC 9110, 10.2.3); an hour at most. */
function waitAskedBy(header: string | null): number {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 60 * 60_000) : 0;
}

function lettersOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : lettersOf(Math.floor(place / 26) - 1) + last;
}

function rangeIn(tab: Tab, cells: string): string {
  return encodeURIComponent(a1(tab, cells));
}

function a1({ title }: Tab, cells: string): string {
  return `'${title.replaceAll("'", "''")}'!${cells}`;
}
