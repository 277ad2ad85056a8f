import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "../../petition/addresses.ts";
import { openRoom, type Room } from "./room.ts";
import { SCREENS } from "./screens.ts";
import { takePictures } from "./take.ts";

const into = mkdtempSync(join(tmpdir(), "petition-pictures-"));
let room: Room;
beforeAll(async () => {
  room = await openRoom({ signed: 20 });
});
afterAll(async () => {
  await room.close();
  rmSync(into, { recursive: true });
});

test("a Polish and a German screen are pictured at both widths, beside the texts said there and what they mean", async () => {
  const seen: string[] = [];
  const wish = { languages: ["pl", "de"], widths: [1440, 360], schemes: ["light"], only: "withdrawal-errors", into } as const;
  await takePictures(room, wish, (file) => seen.push(file));
  const names = ["pl", "de"].flatMap((language) => [1440, 360].map((width) => `withdrawal-errors-${language}-${width}.png`));
  expect(seen).toEqual(names);
  expect(readdirSync(into).sort()).toEqual([...names, "index.html"].sort());

  const sheet = readFileSync(join(into, "index.html"), "utf8");
  const polish = sheet.slice(sheet.indexOf('id="withdrawal-errors-pl"'), sheet.indexOf('id="withdrawal-errors-de"'));
  expect(polish).toContain('<img src="withdrawal-errors-pl-360.png"');
  expect(polish).toMatch(
    /<code>withdrawal\.form\.submit\.request<\/code>.*<td>Jetzt löschen<\/td><td>Usuń podpis i dane<\/td>/,
  );
  expect(polish).toContain("deletes everything of an address");
  expect(polish).not.toContain("<code>administration");
});

test("no page is left out", () => {
  // What a confirmation, a file or an older wording is asked for by; each is seen in passing.
  const among = ["supportersPage", "personalDownload", "consentText"];
  const names: Partial<Record<string, string>> = {
    confirmation: "confirm-no-token",
    suppression: "not-me",
    tooManyPages: "too-many-pages",
    personal: "own-page",
    legalNotice: "legal-notice",
    consentDemo: "consent-demo",
    administration: "admin-login",
  };
  const missing = Object.keys(PAGES).filter((page) => !among.includes(page) && !((names[page] ?? page) in SCREENS));
  expect(missing).toEqual([]);
});
