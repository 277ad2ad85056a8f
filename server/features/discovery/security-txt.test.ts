import { expect, test } from "vitest";
import { petitionConfig } from "../../../petition.config.ts";
import { copyOfTemplate } from "../../testing/databases.ts";
import { openHouse } from "../../testing/house.ts";
import { FILLED_IN, readingInstead } from "../../testing/petition-config.ts";
import { startServer } from "../../testing/process.ts";
import { writeSecurityTxt } from "./routes.ts";

const config = {
  organisation: { ...petitionConfig.organisation, email: "office@bargeld.eu" },
  sourceUrl: "https://source.eu/x",
};

test("who finds a hole is told whom to write to, in which language, and where the rules stand; not for longer than a year", () => {
  const now = new Date("2026-11-22T17:30:00Z");
  expect(writeSecurityTxt(config, "https://bargeld.eu", now)).toBe(
    [
      "Contact: mailto:office@bargeld.eu",
      "Expires: 2027-05-21T00:00:00Z",
      "Preferred-Languages: de, en",
      "Canonical: https://bargeld.eu/.well-known/security.txt",
      "# SECURITY.md, in the source:",
      "Policy: https://source.eu/x",
      "",
    ].join("\n"),
  );
});

test("what is not filled in is left out; without anybody to write to there is no such file", async () => {
  const now = new Date();
  const { organisation } = petitionConfig;
  expect(writeSecurityTxt({ ...config, organisation }, "https://bargeld.eu", now)).toBeNull();
  const { sourceUrl } = petitionConfig;
  const without = writeSecurityTxt({ ...config, sourceUrl }, "http://localhost", now);
  expect(without).not.toMatch(/Policy|Canonical/);
  const house = await openHouse("server");
  expect((await house.get("/.well-known/security.txt")).status).toBe(404);
  await house.close();
});

test("a site that is filled in answers it as plain text", async () => {
  const server = await startServer({ DATA_DIR: await copyOfTemplate(), ...readingInstead(FILLED_IN) });
  const answer = await fetch(`${server.url}/.well-known/security.txt`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await answer.text();
  expect(text).toContain(`Contact: mailto:${FILLED_IN.organisation.email}\n`);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60_000);
  await server.end("SIGTERM");
});
