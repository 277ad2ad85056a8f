import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../testing/command.ts";
import { copyOfTemplate, removeFolder } from "../testing/databases.ts";
import { type Inbox, openInbox } from "../testing/inbox.ts";
import { openWebhookReceiver, WEBHOOK_SECRET, type WebhookReceiver } from "../testing/webhook-receiver.ts";

const ME = "operator@example.org";

let dataFolder: string;
let inbox: Inbox;
let receiver: WebhookReceiver;

beforeAll(async () => {
  dataFolder = await copyOfTemplate();
  [inbox, receiver] = await Promise.all([openInbox(), openWebhookReceiver()]);
});
afterAll(async () => {
  await Promise.all([inbox.close(), receiver.close()]);
  await removeFolder(dataFolder);
});
beforeEach(() => {
  inbox.refuseWith(null);
  receiver.answerWith(200);
});

const ways = () => ({
  ...{ DATA_DIR: dataFolder, ALARM_MAIL: ME, SMTP_URL: inbox.url },
  ...{ ALARM_WEBHOOK: receiver.url, ALARM_WEBHOOK_SECRET: WEBHOOK_SECRET, ALARM_PING_URL: receiver.url },
});

describe("alarm test", () => {
  test("sends by each way, and says that each took it", async () => {
    const { code, stdout } = await runCommand(["alarm", "test"], ways());
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "e-mail  taken. Look whether it arrives.",
      "webhook taken. Look whether it arrives.",
      "ping    taken. Look whether it arrives.",
    ]);
    expect(code).toBe(0);
    expect(inbox.of(ME)[0]?.subject).toBe("Probe: So kommt ein Alarm an.");
    expect(receiver.told).toEqual([expect.objectContaining({ event: "alarm.test", isSigned: true })]);
    expect(receiver.pings).toBe(1);
  });

  test("ends with 1 where a way did not take it, with its code and neither address nor answer", async () => {
    inbox.refuseWith(550);
    receiver.answerWith(500);
    const { code, stdout, stderr } = await runCommand(["alarm", "test"], ways());
    expect(stdout).toBe(
      "e-mail  not taken (EENVELOPE 550 5.1.1).\nwebhook not taken (HTTP 500).\nping    not taken (HTTP 500).\n",
    );
    expect(stderr).toBe("Not every way took it.\n");
    expect(code).toBe(1);
  });

  test("says what a setting must be that cannot be used", async () => {
    const { code, stderr } = await runCommand(["alarm", "test"], { ...ways(), ALARM_WEBHOOK_SECRET: "opensesame" });
    expect(stderr).toBe("ALARM_WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in Base64.\n");
    expect(code).toBe(1);
  });

  test("says so where no way is set", async () => {
    const { code, stderr } = await runCommand(["alarm", "test"], { DATA_DIR: dataFolder });
    expect(stderr).toBe("No way is set: set ALARM_MAIL, ALARM_WEBHOOK or ALARM_PING_URL.\n");
    expect(code).toBe(1);
  });
});
