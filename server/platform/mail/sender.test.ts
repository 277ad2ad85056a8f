import { expect, test } from "vitest";
import { checkSender, type Names, type SenderTools } from "./sender.ts";

function names(known: Record<string, string[] | "silent">): Names {
  return {
    async resolveTxt(name) {
      const texts = known[name];
      if (texts === "silent") throw Object.assign(new Error(name), { code: "ETIMEOUT" });
      if (texts === undefined) throw Object.assign(new Error(name), { code: "ENOTFOUND" });
      // Long records come in pieces.
      return texts.map((text) => [text.slice(0, 10), text.slice(10)]);
    },
  };
}

const tools = (known: Record<string, string[] | "silent">, rest: Partial<SenderTools> = {}): SenderTools => ({
  mailFrom: "Petition <petition@Mail.Example.org>",
  resolver: names(known),
  tryTransport: null,
  codeOf: () => "EAUTH 535",
  ...rest,
});

test("a domain that says everything is good", async () => {
  const known = {
    "mail.example.org": ["some-verification=1", "v=spf1 include:_spf.example.net -all"],
    "s1._domainkey.mail.example.org": ["v=DKIM1; k=rsa; p=MIGf"],
    "_dmarc.mail.example.org": ["v=DMARC1; p=reject; rua=mailto:x@example.org"],
  };
  expect(await checkSender(tools(known, { tryTransport: async () => {} }), null)).toEqual({
    domain: "mail.example.org",
    spf: { outcome: "good", record: "v=spf1 include:_spf.example.net -all" },
    dkim: { outcome: "good", record: "v=DKIM1; k=rsa; p=MIGf" },
    dmarc: { outcome: "good", record: "v=DMARC1; p=reject; rua=mailto:x@example.org" },
    smtp: { outcome: "accepted" },
  });
});

test("a domain that says nothing lacks SPF and DMARC; of DKIM nobody can know", async () => {
  const { spf, dkim, dmarc, smtp } = await checkSender(tools({}), null);
  expect([spf.outcome, dkim.outcome, dmarc.outcome, smtp.outcome]).toEqual(["missing", "unknown", "missing", "files"]);
  expect((await checkSender(tools({}), "own")).dkim.outcome).toBe("missing");
});

test("weak and doubled records are told", async () => {
  const known = {
    "mail.example.org": ["v=spf1 a +all"],
    "own._domainkey.mail.example.org": ["v=DKIM1; p="],
    "_dmarc.example.org": ["v=DMARC1; p=none"],
  };
  const { spf, dkim, dmarc } = await checkSender(tools(known), "own");
  expect([spf.outcome, dkim.outcome, dmarc.outcome]).toEqual(["weak", "weak", "weak"]);
  const doubled = await checkSender(tools({ "mail.example.org": ["v=spf1 -all", "v=spf1 a -all"] }), null);
  expect(doubled.spf.outcome).toBe("several");
});

test("a name server that does not answer leaves it open; a mail server that refuses is named by a code", async () => {
  const silent = {
    "mail.example.org": "silent",
    "_dmarc.mail.example.org": "silent",
    "own._domainkey.mail.example.org": "silent",
  } as const;
  const refusing = { tryTransport: () => Promise.reject(new Error("535 5.7.8 anna@example.org")) };
  const { spf, dkim, dmarc, smtp } = await checkSender(tools(silent, refusing), "own");
  expect([spf.outcome, dkim.outcome, dmarc.outcome]).toEqual(["unknown", "unknown", "unknown"]);
  expect(smtp).toEqual({ outcome: "failed", reason: "EAUTH 535" });
});
