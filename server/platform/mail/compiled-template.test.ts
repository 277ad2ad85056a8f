import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LINK_LIFETIME } from "../../../petition/confirmation.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import { RESPONSIBLE, SITE, sampleTranslators } from "../../testing/email-samples.ts";
import { type Inbox, openInbox } from "../../testing/inbox.ts";
import type { Email } from "./emails.ts";
import { confirmationEmail } from "./emails.ts";
import { openTransport, type Transport } from "./transport.ts";

const translators = sampleTranslators();
const noon = new Date("2026-11-21T12:00:00Z");
const log = { info() {}, warn() {}, error() {} };

let inbox: Inbox;
let transport: Transport;

beforeEach(async () => {
  inbox = await openInbox();
  transport = openTransport({
    ...{ smtpUrl: inbox.url, outboxFolder: "", log },
    from: "Bargeld erhalten <petition@bargeld-erhalten.example>",
    replyTo: "kontakt@bargeld-erhalten.example",
  });
});

afterEach(async () => {
  transport.close();
  await inbox.close();
});

describe.each(LANGUAGES)("E-mails that say the same, in %s", (language) => {
  test("are composed once, and each has its own recipient, moment and links, whole and unharmed", async () => {
    let written = 0;
    const letters = new Map<string, Email>();
    for (const [place, length] of [0, 1, 50, 51, 52, 53, 200, 2000].entries()) {
      const to = `anna${place}@example.org`;
      const links = ["bestaetigen", "sperren", "datenschutz"].map(
        (page) => `${SITE}/${page}?token=${"aB3=%2F".repeat(length)}${place}`,
      );
      letters.set(to, write(language, links));
      await transport.send({
        words: {
          ...{ language, alike: { t: translators[language], besides: "confirmation" }, links },
          write: (marks) => {
            written += 1;
            return write(language, marks);
          },
        },
        ...{ to, id: `id-${place}`, date: new Date(noon.getTime() + place * 1000) },
      });
    }
    expect(written).toBe(1);

    for (const [place, [to, said]] of [...letters].entries()) {
      const [got] = await inbox.waitFor(to);
      expect(got?.to).toEqual([{ name: "", address: to }]);
      expect(got?.messageId).toBe(`<id-${place}@bargeld-erhalten.example>`);
      expect(got?.headers.find(({ key }) => key === "date")?.value).toBe(`Sat, 21 Nov 2026 12:00:0${place} +0000`);
      expect(got?.subject).toBe(said.subject);
      expect(got?.text?.replaceAll("\r\n", "\n").trimEnd()).toBe(said.text.trimEnd());
      expect(got?.html?.replaceAll("\r\n", "\n").trimEnd()).toBe(said.html.trimEnd());
      // RFC 2045, 6.7.
      expect(Math.max(...(got?.source ?? "").split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(76);
    }
  });
});

test("What HTML would have to escape is no link of an e-mail", async () => {
  const words = (link: string) => ({
    language: "de" as const,
    alike: null,
    links: [link],
    write: (links: readonly string[]) => write("de", [...links, "", ""]),
  });
  for (const link of [`${SITE}/"><img src=x>`, `${SITE}/?a&b`, `${SITE}/'`, `${SITE}/\r\n.\r\nMAIL FROM:<x>`, `${SITE}/ü`])
    await expect(transport.send({ words: words(link), to: "anna@example.org", id: "one", date: noon })).rejects.toThrow(
      "no address",
    );
  expect(inbox.letters).toEqual([]);
});

function write(language: Language, [confirm = "", suppress = "", privacy = ""]: readonly string[]): Email {
  return confirmationEmail({
    ...{ language, t: translators[language], visibility: "public" },
    links: { confirm, suppress, privacy },
    expiresAt: new Date("2026-11-22T13:05:00Z"),
    lifetime: LINK_LIFETIME,
    responsible: RESPONSIBLE,
  });
}
