import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../petition/language.ts";
import { type House, openHouse } from "../../testing/house.ts";

const KEY = "the-key-of-our-tests";
let house: House;
const log: string[] = [];
beforeAll(async () => {
  house = await openHouse("embedded", { ADMIN_KEY: KEY }, { log: (line) => log.push(line) });
});
afterAll(async () => {
  // Whatever came, the site still answers, and nothing was an accident.
  expect((await house.get("/")).status).toBe(200);
  expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  await house.close();
});

const ask = (path: string, init: RequestInit = {}) => fetch(house.url + path, { redirect: "manual", ...init });

interface Said {
  status: number;
  head: string;
  body: string;
}

/** Sends the very bytes, whatever they are, and reads until the server ends the connection. */
function send(bytes: string | Buffer): Promise<Said> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(house.url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => {
      const [head = "", body = ""] = Buffer.concat(chunks).toString("utf8").split("\r\n\r\n", 2);
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body });
    });
  });
}

const FORMS = [
  "/",
  "/confirm",
  "/nicht-ich",
  "/widerruf",
  "/wiederherstellen",
  "/meine-daten",
  "/meine-daten/adresse",
  "/meine-daten/herunterladen",
];
const PAGES_WITHOUT_FORM = ["/impressum", "/datenschutz", "/unterstuetzer/seite/1", "/digitaler-euro", "/admin"];

describe("A form that is posted", () => {
  test.each([...FORMS, ...FORMS.map((path) => `/pl${path}`.replace(/\/$/, ""))])(
    "to %s without a body is answered with a page",
    async (path) => {
      for (const type of [null, "application/x-www-form-urlencoded"]) {
        const headers: Record<string, string> = type === null ? {} : { "content-type": type };
        const { status, headers: answered } = await ask(path, { method: "POST", headers });
        expect([path, status >= 300 && status < 500]).toEqual([path, true]);
        if (status >= 400) expect(answered.get("content-type")).toBe("text/html; charset=utf-8");
      }
    },
  );

  test.each([...FORMS, "/sprache"])("to %s in another format is refused with a sentence", async (path) => {
    for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x", "application/octet-stream", "x"]) {
      const answer = await ask(path, { method: "POST", headers: { "content-type": type }, body: "{}" });
      expect([path, type, answer.status]).toEqual([path, type, 415]);
      expect(await answer.text()).toBe("Dieses Format wird hier nicht angenommen.");
    }
  });

  test.each(FORMS)("to %s with damaged fields is answered with a page", async (path) => {
    for (const body of ["%", "token=%E0%A4%A", "=&=&&", "token=%00&intent=%ff", "token[]=1&token[]=2", "\0\xff"]) {
      const headers = { "content-type": "application/x-www-form-urlencoded; charset=nonsense" };
      const { status } = await ask(path, { method: "POST", headers, body });
      expect([path, body, status < 500]).toEqual([path, body, true]);
    }
  });

  test("is too large: a sentence, in the language of the page", async () => {
    const body = `fullName=${"x".repeat(100_000)}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await ask("/fr", { method: "POST", headers, body });
    expect([answer.status, await answer.text()]).toEqual([413, "La demande est trop volumineuse."]);
  });

  test.each(PAGES_WITHOUT_FORM)("to %s, which has none, is told so", async (path) => {
    const { status, headers } = await ask(path, { method: "POST" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("to an address that does not exist gets the 404 page", async () => {
    expect((await ask("/nirgendwo", { method: "POST" })).status).toBe(404);
  });
});

describe("A form of another site", () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];

  test.each(LANGUAGES)("sets no language: %s", async (language) => {
    for (const foreign of FOREIGN) {
      const headers = { "content-type": "application/x-www-form-urlencoded", ...foreign };
      const answer = await ask("/sprache", { method: "POST", headers, body: `lang=${language}` });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
    }
  });

  test.each([...FORMS, "/_root.data", "/widerruf.data"])("is refused at %s before anything is read", async (path) => {
    for (const foreign of FOREIGN) {
      const answer = await ask(path, { method: "POST", headers: { "content-type": "text/plain", ...foreign }, body: "{}" });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.text()).toContain("Dieses Formular kam von einer anderen Website und wurde nicht angenommen.");
    }
  });

  test("our own one sets it", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: house.url };
    const answer = await ask("/sprache", { method: "POST", headers, body: "lang=fr&redirectTo=/impressum" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/fr/impressum"]);
    expect(answer.headers.get("set-cookie")).toContain("language=fr");
  });
});

const POSTS = [
  "/api/petition/sign",
  "/api/petition/resend",
  "/api/petition/delete",
  "/api/petition/personal-link",
  "/api/language/switch",
];

describe("A call", () => {
  test.each(POSTS)("%s takes JSON and nothing that a form of another site can send", async (path) => {
    for (const type of [
      "text/plain",
      "text/plain; application/json",
      "text/plain;application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "",
    ]) {
      const body = new Blob(['{"lang":"fr","email":"anna@example.org"}']);
      const answer = await ask(path, { method: "POST", headers: type ? { "content-type": type } : {}, body });
      expect([type, answer.status, await answer.json()]).toEqual([type, 415, { message: expect.stringMatching(/\.$/) }]);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });

  test.each(POSTS)("%s without a body, or with a damaged one, is refused with a sentence", async (path) => {
    const json = { "content-type": "application/json" };
    for (const [headers, body] of [
      [{}, undefined],
      [json, ""],
      [json, "{"],
      [json, '{"__proto__":{"lang":"fr"}}'],
      [json, "null"],
      [json, "[]"],
      [json, '"text"'],
      [json, `${"[".repeat(20_000)}`],
    ] as const) {
      const answer = await ask(path, { method: "POST", headers, body });
      expect([body, answer.status, await answer.json()]).toEqual([
        body,
        400,
        expect.objectContaining({ message: expect.stringMatching(/\.$/) }),
      ]);
    }
  });

  test.each([
    ["HEAD", "/api/captcha", "GET"],
    ["HEAD", "/api/language/preference", "GET"],
    ["HEAD", "/api/petition/confirm/abc", "GET"],
    ["HEAD", "/api/petition/sign", "POST"],
    ["GET", "/api/petition/sign", "POST"],
    ["GET", "/api/language/switch", "POST"],
    ["DELETE", "/api/petition/delete", "POST"],
    ["PUT", "/api/petition/stats", "GET, HEAD"],
    ["POST", "/api/petition/supporters", "GET, HEAD"],
    ["PATCH", "/api/openapi.json", "GET, HEAD"],
    ["DELETE", "/healthz", "GET, HEAD"],
    ["PUT", "/impressum", "GET, HEAD, POST"],
    ["DELETE", "/", "GET, HEAD, POST"],
    ["GET", "/sprache", null],
    ["PUT", "/robots.txt", "GET, HEAD"],
  ])("%s %s is told which methods there are", async (method, path, allow) => {
    const answer = await ask(path, { method });
    const text = await answer.text();
    if (allow === null) return expect(answer.status).toBe(404);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    if (method !== "HEAD") expect(JSON.parse(text)).toEqual({ message: "Diese Methode gibt es hier nicht." });
  });

  test.each(["/healthz", "/readyz", "/api/petition/stats", "/impressum"])(
    "OPTIONS %s answers with the methods alone",
    async (path) => {
      const answer = await ask(path, { method: "OPTIONS" });
      expect([answer.status, answer.headers.get("allow")?.startsWith("GET, HEAD")]).toEqual([204, true]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  test("below /api/admin the key is asked for whatever the method; with it, methods are told as everywhere", async () => {
    const headers = { authorization: `Bearer ${KEY}` };
    const answersTo = async (method: string, path: string, asked = {}) => {
      const answer = await ask(path, { method, headers: asked });
      return [answer.status, answer.headers.get("allow")];
    };
    for (const method of ["OPTIONS", "HEAD", "PUT"])
      expect([method, await answersTo(method, "/api/admin/stats")]).toEqual([method, [401, null]]);
    expect(await answersTo("OPTIONS", "/api/admin/stats", headers)).toEqual([204, "GET"]);
    expect(await answersTo("PUT", "/api/admin/stats", headers)).toEqual([405, "GET"]);
    const one = "/api/admin/signatures/00000000-0000-4000-8000-000000000000";
    expect(await answersTo("PATCH", one, headers)).toEqual([405, "DELETE, GET"]);
    expect(await answersTo("GET", "/api/admin/nothing", headers)).toEqual([404, null]);
  });

  test.each(["/api", "/api/", "/api/nothing", "/api/petition", "/api?x=1", "/api/petition/sign/"])(
    "%s is none: JSON, no page",
    async (path) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await ask(path, { method });
        expect([answer.status, await answer.json()]).toEqual([404, { message: "Das gibt es hier nicht." }]);
      }
    },
  );
});

describe("Monitors", () => {
  test.each(["/healthz", "/readyz", "/robots.txt", "/sitemap.xml", "/", "/impressum", "/nirgendwo", "/api/petition/stats"])(
    "HEAD %s says what GET says, without its body",
    async (path) => {
      const [head, get] = await Promise.all([ask(path, { method: "HEAD" }), ask(path)]);
      expect(head.status).toBe(get.status);
      for (const name of ["content-type", "cache-control", "etag", "content-security-policy"])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      expect(await head.text()).toBe("");
    },
  );
});

describe("What is no request", () => {
  test("headers of 2 MB are refused with a sentence", async () => {
    const { status, body } = await send(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${"x".repeat(2_000_000)}\r\n\r\n`);
    expect([status, JSON.parse(body)]).toEqual([431, { message: "Die Anfrage ist zu groß." }]);
  });

  test.each([
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n"],
    ["an unknown method", "STEAL / HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost localhost\r\n\r\n"],
    ["a header with a zero byte", "GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a\0b\r\n\r\n"],
    ["two lengths", "POST /widerruf HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"],
    [
      "a length and chunks",
      "POST /widerruf HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a length below nothing", "POST /widerruf HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"],
    [
      "damaged chunks",
      "POST /widerruf HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a line break inside the address", "GET /\n/impressum HTTP/1.1\r\nHost: a\r\n\r\n"],
  ])("%s is refused without a stack", async (_what, bytes) => {
    const { status, body, head } = await send(Buffer.from(bytes, "latin1"));
    expect([400, 505]).toContain(status);
    expect(head.toLowerCase()).toContain("connection: close");
    expect(body).not.toMatch(/ at |node:|Error:|\.ts/);
  });

  test("who opens connections and sends nothing, or never ends a request, is let go", async () => {
    const { server } = house.site.app;
    expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 60_000]);
    server.headersTimeout = 100;
    server.requestTimeout = 200;
    try {
      const held = await Promise.all([
        send(""),
        send("GET / HTTP/1.1\r\nHost: a\r\n"),
        send(
          "POST /widerruf HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\nemail=",
        ),
      ]);
      expect(held.map(({ status }) => status).slice(1)).toEqual([408, 408]);
    } finally {
      server.headersTimeout = 20_000;
      server.requestTimeout = 60_000;
    }
  }, 20_000);

  test("a target with another site's name leads to our own page, and nowhere else", async () => {
    for (const [target, path] of [
      ["http://evil.example/impressum", "/impressum"],
      ["HTTPS://evil.example", "/"],
      ["http://evil.example?x", "/"],
    ]) {
      const { status, head, body } = await send(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      expect([target, status]).toEqual([target, 200]);
      expect(head).not.toMatch(/^location:/im);
      expect(body).toContain(`rel="canonical" href="http://localhost:${new URL(house.url).port}${path}"`);
      expect(body).not.toContain("evil.example");
    }
  });
});
