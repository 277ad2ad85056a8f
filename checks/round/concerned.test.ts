import { describe, expect, test } from "vitest";
import { textOf, trackedFiles } from "../tracked.ts";
import { concernedBy } from "./concerned.ts";

const tracked = trackedFiles();
const looking = tracked.filter((file) => /^checks\/.*\.test\.ts$/.test(file));
const related = (...changed: string[]) => concernedBy(changed, tracked).related;

test("a paper concerns the tests that look at the repository, and nothing has to be built or checked for it", () => {
  expect(concernedBy(["docs/operating/every-day.md"], tracked)).toEqual({
    everything: false,
    check: false,
    build: false,
    related: looking,
  });
});

test.each([
  "package.json",
  "package-lock.json",
  "e2e/package-lock.json",
  "vitest.config.ts",
  "petition.config.ts",
  "campaign/petition.config.ts",
  "campaign-folder.ts",
  "tsconfig.json",
])("%s concerns everything", (file) => {
  expect(tracked).toContain(file);
  expect(concernedBy([file], tracked).everything).toBe(true);
});

describe("What is not imported", () => {
  test.each([
    ["a text", "messages/pl/home.json", ["messages/catalogue.ts", "e2e/home.test.ts", "server/testing/process.ts"]],
    ["a text of the campaign", "campaign/messages/pl/home.json", ["messages/catalogue.ts", "e2e/home.test.ts"]],
    ["the campaign's look", "campaign/look.ts", ["e2e/screens.test.ts", "server/testing/process.ts"]],
    ["the client", "client/send.ts", ["e2e/home.test.ts"]],
    ["a style sheet", "web/design/button.css", ["e2e/screens.test.ts", "server/platform/http/strangers.test.ts"]],
    ["a picture", "public/icon.svg", ["e2e/screens.test.ts"]],
    [
      "a migration",
      "server/platform/database/migrations/0001_next.sql",
      ["server/platform/database/migrate.ts", "server/testing/process.ts"],
    ],
    ["the embedded database's thread", "server/platform/database/embedded-worker.ts", ["server/platform/database/embedded.ts"]],
    ["a command", "server/cli/signatures.ts", ["server/testing/process.ts"]],
  ])("%s leads to the tests of what reads, shows or starts it", (_what, changed, wanted) => {
    for (const file of wanted) expect(tracked).toContain(file);
    expect(related(changed)).toEqual(expect.arrayContaining([changed, ...wanted, ...looking]));
  });

  test("a test alone concerns no other one, but for those that look at the repository", () => {
    expect(related("e2e/home.test.ts")).toEqual([...new Set(["e2e/home.test.ts", ...looking])].sort());
  });

  test("each stand-in is what it stands for: it names the folder, the file or the program", () => {
    expect(textOf("messages/catalogue.ts")).toContain(".json");
    expect(textOf("server/platform/database/migrate.ts")).toContain("migrations");
    expect(textOf("server/platform/database/embedded.ts")).toContain("embedded-worker.ts");
    expect(textOf("server/testing/process.ts")).toContain("server/cli/main.ts");
  });
});
