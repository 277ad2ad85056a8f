/** Every setting that is no secret, by what it is about. A `default` is the value itself, a `prefault` what an operator would write. */
import { z } from "zod";
import { LINK_LIFETIME } from "../../../petition/confirmation.ts";
import { DAY } from "../../../petition/duration.ts";
import { GOAL } from "../../../petition/progress.ts";
import { PUBLIC_NAMES } from "../../../petition/supporters.ts";
import { petitionConfig } from "../../../petition.config.ts";
import {
  address,
  analytics,
  duration,
  oneOf,
  origin,
  pace,
  proxies,
  rate,
  SAID,
  sender,
  understood,
  wholeNumber,
  witnesses,
} from "./kinds.ts";

const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;

export const THEMES = {
  "Where it runs": {
    HOST: z.string().default("127.0.0.1").register(SAID, { does: "the address that it listens at", example: "0.0.0.0" }),
    PORT: wholeNumber(0, 65_535).default(3000).register(SAID, { does: "the port that it listens at" }),
    PUBLIC_URL: origin().default("").register(SAID, {
      does: "the address in links, e-mails, canonical and share tags",
      example: "https://petition.example",
      otherwise: "http://localhost:PORT",
      more: "first-day.md#the-proxy",
    }),
    DATA_DIR: z.string().default("./data").register(SAID, {
      does: "embedded database, generated keys, e-mails as files",
      example: "/var/lib/petition",
      more: "every-day.md#keys",
    }),
    TRUST_PROXY: proxies().default(null).register(SAID, {
      does: "the proxies whose `X-Forwarded-For` is believed: addresses, networks, `loopback`, or a number of hops",
      example: "10.0.0.0/8,192.0.2.7",
      more: "first-day.md#the-proxy",
    }),
    SHUTDOWN_GRACE: duration().nullable().default(null).register(SAID, {
      does: "how long it goes on answering after SIGTERM, while `/readyz` says 503: longer than a proxy in front keeps an idle connection. Without it, it ends as soon as what is in flight is answered",
      example: "5s",
      more: "growing.md#starting-anew-without-a-pause",
    }),
  },
  "The petition": {
    // Read before all others, since imports depend on it: campaign-folder.ts.
    CAMPAIGN_DIR: z.string().default("./campaign").register(SAID, {
      does: "the folder of another petition, for build and start alike",
      example: "/srv/my-petition",
      more: "../another-petition.md",
    }),
    TARGET_COUNT: wholeNumber(1, 1_000_000_000)
      .default(GOAL)
      .register(SAID, { does: "the goal", otherwise: `the campaign's: ${GOAL}`, example: "100000" }),
    CONFIRMATION_LIFETIME: duration().default(LINK_LIFETIME).register(SAID, { does: "how long a confirmation link works" }),
    CONFIRM_BY: oneOf("link", "button").default("link").register(SAID, {
      does: "`link`: the page behind the link confirms by itself; `button`: it asks for a press, for signers behind mail gateways that run scripts",
      more: "first-day.md#e-mails",
    }),
    DELETE_BY: oneOf("request", "link").default("request").register(SAID, {
      does: "`request`: erases at once; `link`: erases behind a button that only a link in an e-mail leads to",
      more: "first-day.md#deleting",
    }),
    DELETE_BRAKE: rate("deletions", "1000/1h").prefault("1000/1h").register(SAID, {
      does: "with `DELETE_BY=request`: above so many erased signatures, or a fiftieth of all if that is more, requests only send links until that time is over; it begins with the first erasure",
      more: "going-viral.md#the-brake-on-deleting",
    }),
    VISIBILITY_DEFAULT: oneOf("public", "none").default("public").register(SAID, {
      does: "`public`: the form begins with it, and a call that says nothing means it; `none`: nothing is preselected, and who signs must choose",
      more: "first-day.md#what-signers-agree-to",
    }),
    PUBLIC_NAMES: oneOf(...PUBLIC_NAMES)
      .default("full")
      .register(SAID, {
        does: 'or `initials`: the public list says "Anna M." instead of the full name',
        more: "first-day.md#names-in-public",
      }),
    THROWAWAY_DOMAINS: oneOf("refuse", "accept").default("refuse").register(SAID, {
      does: "`refuse`: who signs with a mailbox that ends within minutes or days is asked for one that they keep; `accept`: takes it",
      more: "moderating.md#throw-away-mailboxes",
    }),
    HOLD_SUSPICIOUS: oneOf("on", "off").default("off").register(SAID, {
      does: "`on`: what newly looks suspicious waits in quarantine, uncounted, until the administrator decides",
      more: "moderating.md#suspicious-signatures-and-quarantine",
    }),
    IP_RETENTION: duration()
      .default(30 * DAY)
      .register(SAID, { does: "how long IP address and browser are kept after confirmation" }),
    AUDIT_RETENTION: duration()
      .default(365 * DAY)
      .register(SAID, {
        does: "how long a line of the audit log is kept",
        more: "moderating.md#the-audit-log",
      }),
    FACTS_MAX_AGE: duration()
      .default(180 * DAY)
      .register(SAID, {
        does: "how long a source of the article may go unseen: after that the start warns, and `npm run facts` ends with 1",
        more: "first-day.md#before-you-go-public",
      }),
    ANALYTICS: analytics().default({ to: "none" }).register(SAID, {
      does: "`none`, `own`, or the address of a Plausible, Umami or Matomo",
      example: "https://plausible.example/api/event",
      more: "first-day.md#analytics",
    }),
  },
  Limits: {
    SIGN_RATE_LIMIT: rate("attempts", "30/10m").prefault("30/10m").register(SAID, {
      does: "attempts to sign for each address of origin",
      example: "300/10m",
      more: "going-viral.md#limits",
    }),
    DELETE_RATE_LIMIT: rate("attempts", "5/1h").prefault("5/1h").register(SAID, {
      does: "requests for deletion for each address of origin",
      more: "going-viral.md#limits",
    }),
    ADMIN_RATE_LIMIT: rate("attempts", "10/15m").prefault("10/15m").register(SAID, {
      does: "wrong keys of the administrator for each address of origin",
      more: "going-viral.md#limits",
    }),
    READ_RATE_LIMIT: rate("attempts", "300/10m").prefault("300/10m").register(SAID, {
      does: "pages deep in the list of supporters for each address of origin, in the memory of each process",
      more: "going-viral.md#limits",
    }),
    MAIL_LIMIT: rate("e-mails", "1000/1h").nullable().default(null).register(SAID, {
      does: "a cap on all e-mails; what is over it waits",
      example: "5000/1h",
      more: "going-viral.md#caps-on-e-mails",
    }),
    MAIL_DOMAIN_LIMIT: rate("e-mails", "1000/1h").nullable().default(null).register(SAID, {
      does: "a cap on the e-mails to one mail domain; what is over it waits",
      example: "200/1h",
      more: "going-viral.md#caps-on-e-mails",
    }),
    MAIL_PACE: pace().default([]).register(SAID, {
      does: "how many e-mails a mail provider gets in a second or a minute, by one of its domains; `*` is each other one. What is faster waits for its turn",
      example: "gmx.de=20/1s,*=100/1s",
      more: "going-viral.md#caps-on-e-mails",
    }),
  },
  "The peak": {
    PEAK_MODE: oneOf("auto", "on", "off").default("auto").register(SAID, {
      does: "when pages and list are renewed less often, and open pages ask less often, so that signing goes on: `auto` where the process or the database does not keep up; or always, or never",
      more: "going-viral.md#peak-mode",
    }),
  },
  "E-mails": {
    MAIL_FROM: sender()
      .prefault(() => petitionConfig.mail.from)
      .register(SAID, {
        does: "the sender; its name stands behind the petition's, which is in the reader's language",
        otherwise: "from `petition.config.ts`",
        example: "Petition <petition@petition.example>",
        more: "first-day.md#e-mails",
      }),
    MAIL_CONNECTIONS: wholeNumber(1, 100).default(10).register(SAID, {
      does: "how many connections to the mail server each process keeps open at most, and so how many e-mails it sends at once",
      more: "going-viral.md#how-fast-e-mails-go-out",
    }),
  },
  "The public log": {
    LOG_WITNESSES: witnesses().default([]).register(SAID, {
      does: "who cosigns the public log's head, separated by commas: the address, a blank and the key of each (`https://witness.example name+hash+key`)",
      more: "every-day.md#the-public-log",
    }),
  },
  Watching: {
    LOG_LEVEL: oneOf(...LOG_LEVELS)
      .default("warn")
      .register(SAID, {
        does: "the least that is written to the log: `error`, `warn`, `info` (a line for each request) or `debug`",
        more: "every-day.md#watching-it",
      }),
  },
  "The spreadsheet": {
    GOOGLE_SHEETS_ID: understood(
      (given) => (/^[\w-]+$/.test(given) ? given : undefined),
      "must be the part of the spreadsheet's address between /d/ and /edit.",
    )
      .optional()
      .register(SAID, {
        does: "the Google spreadsheet that confirmed signatures are copied to. Off until the next one is set, too",
        example: "1AbCdEfGhIjKlMnOp",
        more: "first-day.md#the-spreadsheet",
      }),
    GOOGLE_APPLICATION_CREDENTIALS: z.string().optional().register(SAID, {
      does: "the service account's key file",
      example: "/etc/petition/service-account.json",
      more: "first-day.md#the-spreadsheet",
    }),
    GOOGLE_SHEETS_ROWS: oneOf("full", "pseudonymous").default("full").register(SAID, {
      does: "or `pseudonymous`: without names and addresses",
      more: "first-day.md#the-spreadsheet",
    }),
    GOOGLE_SHEETS_ENDPOINT: address(["http", "https"]).nullable().default(null).register(SAID, {
      does: "another base address for that service's API and its token calls",
      otherwise: "Google's",
      example: "https://gateway.example",
    }),
  },
  Backups: {
    BACKUP_KEY: understood((given) => {
      const keys = given.split(",").map((key) => key.trim());
      return keys.every((key) => /^age1[0-9a-z]{50,}$/.test(key)) ? keys : undefined;
    }, "must be the public key of age that backups are encrypted for (age1…); several are separated by commas.")
      .default([])
      .register(SAID, {
        does: "the public key of age (`age1…`) that `backup` encrypts for, which makes none without it, `--key` or `--plain`; several are separated by commas",
        more: "every-day.md#backups",
      }),
  },
};

export const SETTINGS = z.object({
  ...{ ...THEMES["Where it runs"], ...THEMES["The petition"], ...THEMES.Limits, ...THEMES["The peak"] },
  ...{ ...THEMES["E-mails"], ...THEMES["The public log"], ...THEMES.Watching, ...THEMES["The spreadsheet"], ...THEMES.Backups },
});

export type Settings = z.output<typeof SETTINGS>;
