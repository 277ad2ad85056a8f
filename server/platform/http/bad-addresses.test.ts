import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../petition/language.ts";
import { type House, openHouse } from "../../testing/house.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse("server");
});
afterAll(() => house.close());

/** Sends the very bytes, which no client would; answers status and target. */
function ask(target: string, headers = "", method = "GET"): Promise<{ status: number; location: string | null; body: string }> {
  const { port } = new URL(house.url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(
        Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`, "latin1"),
      ),
    );
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const [head = "", body = ""] = text.split("\r\n\r\n", 2);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
        location: /^location: (.*)$/im.exec(head)?.[1]?.trim() ?? null,
        body,
      });
    });
  });
}

describe("What does not exist is the English 404 page", () => {
  test.each([
    "/nirgendwo",
    "/wp-login.php",
    "/ru",
    "/ru/impressum",
    "/fr/fr",
    "/pl/nigdzie",
    "/fr/euro-numerique/plus",
    "/unterstuetzer/seite/1/2",
    "/einwilligung/0000000000000000",
    "/fr/einwilligung/nothing",
    "/material/nothing",
    "/constructor",
    "/__proto__",
    "/de/tostring",
    "/einwilligung/0000",
    "/pl/einwilligung/0000",
    "/material/nothing",
    "/%E0%A4%A",
    "/en/%zz",
    "/%F0%9F%92%B6",
    "/..%2f..%2fetc%2fpasswd",
    "/assets/..%2f..%2fserver%2findex.js",
    "/assets/nothing.js",
    "/share/de.0000.png",
    "/favicon.ico.bak",
    `/${"a".repeat(4000)}`,
    `/${"a/".repeat(1500)}b`,
  ])("%s", async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    if (!path.startsWith("/assets/") && !path.startsWith("/share/")) {
      expect(body).toContain('<html lang="en"');
      expect(body).toContain("noindex");
      expect(body).toMatch(/<title>404: /);
    }
  });

  test.each(LANGUAGES)("under the prefix of %s, too", async (language) => {
    const { status, body } = await ask(`/${language}/nirgendwo`);
    expect(status).toBe(404);
    expect(body).toContain('<html lang="en"');
  });
});

describe("What is merely written otherwise leads to its place", () => {
  test.each([
    ["/Impressum", "/impressum"],
    ["/EN/Impressum", "/en/impressum"],
    ["/impressum/", "/impressum"],
    ["/fr/", "/fr"],
    ["//impressum", "/impressum"],
    ["/en//evil.example", "/en/evil.example"],
    ["/FR/Euro-Numerique/?a=1", "/fr/euro-numerique?a=1"],
    ["/en/digitaler-euro", "/en/digital-euro"],
    ["/supporters", "/unterstuetzer/seite/1"],
    ["/pl/supporters/7", "/pl/unterstuetzer/seite/7"],
    ["/unterstuetzer/seite/0", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/-5", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/1e3", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/99999999999999999999999999", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/007", "/unterstuetzer/seite/7"],
    ["/unterstuetzer/seite/9007199254740991", "/unterstuetzer/seite/1"],
    ["/supporters/abc", "/unterstuetzer/seite/1"],
  ])("%s to %s", async (path, target) => {
    const { status, location } = await ask(path);
    expect([301, 302]).toContain(status);
    expect(location).toBe(target);
  });

  test("and never to another host", async () => {
    for (const path of [
      "//evil.example",
      "///evil.example/",
      "/\\evil.example",
      "/%5Cevil.example/",
      "//evil.example/..",
      "/en//evil.example",
    ]) {
      const { status, location } = await ask(path);
      expect([path, status < 500]).toEqual([path, true]);
      if (location !== null) expect(location).toMatch(/^\/(?![/\\])/);
    }
  });
});

describe("What cannot be read is refused or not found, never an accident", () => {
  test.each([
    "/%E0%A4%A",
    "/%",
    "/%zz",
    "/en/%E0%A4%A",
    "/unterstuetzer/seite/%E0%A4%A",
    "/supporters/%ff",
    "/%00",
    "/impressum%00",
    "/confirm?token=%E0%A4%A",
    "/confirm?token=%00",
    "/nicht-ich?token=%00%ff",
    "/?a=%E0%A4%A",
    "/api/petition/confirm/%E0%A4%A",
    "/api/petition/confirm/%00",
    "/api/%E0%A4%A",
    "/assets/%E0%A4%A",
    "/assets/%00",
    "/drawings/%00.svg",
    "/api/petition/supporters-paginated?page=%00&pageSize=%ff",
    "/api/petition/stats?lang=constructor",
    "/api/open/counts?by=%00&format=%ff",
    "/badge.svg?lang=%00",
    "/feed.xml?lang=%00",
    "/embed?lang=%E0%A4%A",
    "/__manifest?paths=%00",
    "/__manifest",
    "/_root.data?_routes=%00",
    "/impressum.data",
    "/nirgendwo.data",
    "/%E0%A4%A.data",
    "//[.data",
    "//evil.example:port/impressum.data",
    "//:x/__manifest",
    "/\\[.data",
    "/\\[",
    "//evil.example/impressum.data",
  ])("%s", async (path) => {
    for (const method of ["GET", "HEAD", "POST"]) {
      const { status } = await ask(path, "", method);
      expect([method, path, status >= 200 && status < 500]).toEqual([method, path, true]);
    }
  });

  test.each([
    "/\0",
    "/impressum\0",
    "/\x01\x02",
    "/impr essum",
    "/ümlaut",
    "/<script>",
    '/"quote"',
    "*",
    "http://other.example/",
  ])("the raw bytes of %j", async (path) => {
    const { status } = await ask(path);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  });

  test.each([
    ["language=%E0%A4%A", "a cookie that is no percent-encoding"],
    ["language=constructor", "a cookie with a name that every object has"],
    ["language=; signed=; =; ;;;", "cookies without names and values"],
    ["signed=%00%ff", "a receipt of rubbish"],
    [`language=${"x".repeat(4000)}`, "a long cookie"],
    ["language=fr\x01", "a cookie with a control character"],
  ])("Cookie: %s", async (cookie) => {
    for (const path of ["/", "/impressum", "/?signed=1", "/api/language/preference"]) {
      const { status } = await ask(path, `Cookie: ${cookie}\r\n`);
      expect([path, status < 500]).toEqual([path, true]);
    }
  });

  test.each(["*", ";q=1", "de;q=abc", ",,,,", "fr;q=-1", "x".repeat(4000), "\xff\xfe", "__proto__", "de;q=0, *;q=0"])(
    "Accept-Language: %s",
    async (wish) => {
      for (const path of ["/", "/api/language/preference", "/api/nothing"]) {
        const { status } = await ask(path, `Accept-Language: ${wish}\r\n`);
        expect([path, status < 500]).toEqual([path, true]);
      }
    },
  );
});
