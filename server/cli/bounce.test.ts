/** As a mail server's pipe calls it: the e-mail on the standard input, no environment to speak of, an exit code that decides whether it is lost. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../testing/command.ts";
import { type House, openHouse } from "../testing/house.ts";
import { anna } from "../testing/people.ts";
import { startCommand } from "../testing/process.ts";

const KEY = "a key that the mail server knows";

let house: House;
let folder: string;
const settings = (name = "settings") => join(folder, name);
const report = (messageId: string, envelope = "") => `${envelope}From: MAILER-DAEMON@mail.petition.example
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.petition.example

Final-Recipient: rfc822; ${anna.email}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 unknown

--b
Content-Type: text/rfc822-headers

Message-ID: ${messageId}

--b--
`;
const bounce = (mail: string, args: string[]) => runCommand(["bounce", ...args], {}, mail);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "petition-bounce-"));
  house = await openHouse("server", { MAIL_WEBHOOK_KEY: KEY });
  await writeFile(settings(), `MAIL_WEBHOOK_KEY="${KEY}"\nPORT=${new URL(house.url).port}\nDATA_DIR=${folder}/none\n`);
  await writeFile(settings("other"), `MAIL_WEBHOOK_KEY="another key, long enough"\nPORT=${new URL(house.url).port}\n`);
  await writeFile(settings("empty"), "");
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

test("Anna’s mailbox does not exist: the site hears so, also with the line that mail servers put before the headers", async () => {
  await house.sign(anna);
  await house.site.outbox.runDue();
  const mail = report(house.inbox.of(anna.email).at(-1)?.messageId ?? "", "From MAILER-DAEMON Sun Nov 22 12:00:00 2026\n");
  const handed = await startCommand(["bounce", "--settings", settings()], {}, mail).ended;
  expect(handed).toEqual({ code: 0, stdout: "noted\n", stderr: "" });
  expect(await house.rows("select status from pending_confirmations")).toEqual([{ status: "failed" }]);
  expect(await bounce("Subject: holiday\n\nBack on Monday", ["--settings", settings()])).toMatchObject({
    code: 0,
    stdout: "ignored\n",
  });
});

test.each([
  [
    "the site is away",
    ["--settings", "settings", "--to", "http://127.0.0.1:1"],
    /^Not taken now: the site at \S+ does not answer \(.+\)\.\n$/,
  ],
  ["the key is another one", ["--settings", "other"], /^Not taken now: MAIL_WEBHOOK_KEY is another one than the site's\.\n$/],
  ["there is no key", ["--settings", "empty"], /^Not taken now: MAIL_WEBHOOK_KEY is not set: /],
  ["its settings cannot be read", ["--settings", "none"], /^Not taken now: ENOENT/],
])("%s: 75, and the mail server tries again", async (_why, args, sentence) => {
  const paths = args.map((arg, index) => (args[index - 1] === "--settings" ? settings(arg) : arg));
  expect(await bounce(report("<x>"), paths)).toEqual({ code: 75, stdout: "", stderr: expect.stringMatching(sentence) });
});

test("what no report can be is refused for good, and so is a wrong call", async () => {
  expect((await bounce("a".repeat(1_200_000), ["--settings", settings()])).code).toBe(65);
  for (const wrong of [
    ["--to", "localhost"],
    ["--key", "x"],
  ])
    expect((await bounce("", wrong)).code).toBe(64);
});
