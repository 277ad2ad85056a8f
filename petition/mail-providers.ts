export interface MailProvider {
  name: string;
  url: string | null;
  domains: string[];
  /** RFC 5233: `anna+petition@` reaches `anna@`. */
  tags?: true;
  /** `an.na@` reaches `anna@`. */
  dots?: true;
  /** The same name at any of the domains is the same mailbox. */
  shared?: true;
}

const PROVIDERS: MailProvider[] = [
  provider("Gmail", "https://mail.google.com/", "gmail.com googlemail.com", { tags: true, dots: true, shared: true }),
  provider("GMX", "https://www.gmx.net/", "gmx.de gmx.net"),
  provider("GMX", "https://www.gmx.at/", "gmx.at"),
  provider("GMX", "https://www.gmx.ch/", "gmx.ch"),
  provider("GMX", "https://www.gmx.com/", "gmx.com gmx.fr gmx.es gmx.co.uk gmx.us"),
  provider("GMX", null, "gmx.org gmx.eu gmx.info gmx.biz gmx.li gmx.it gmx.pl gmx.tm"),
  provider("WEB.DE", "https://web.de/", "web.de"),
  provider("T-Online", "https://email.t-online.de/", "t-online.de magenta.de"),
  provider(
    "Outlook",
    "https://outlook.live.com/mail/",
    [
      under("outlook", "com de at fr it es be ie dk cz hu pt sk gr lv com.tr com.br com.au jp"),
      under("hotmail", "com de at ch fr it es be nl co.uk se no dk fi gr pt com.br com.ar com.tr ca"),
      under("live", "com de at fr it nl be co.uk se no dk ie ca com.pt com.mx"),
      "msn.com",
    ].join(" "),
    { tags: true },
  ),
  provider(
    "Yahoo",
    "https://mail.yahoo.com/",
    `${under("yahoo", "com de at fr it es pl nl be ie se no dk gr ro co.uk ca com.br com.ar")} ymail.com rocketmail.com`,
  ),
  provider("iCloud", "https://www.icloud.com/mail/", "icloud.com me.com mac.com", { tags: true, shared: true }),
  provider("Proton", "https://mail.proton.me/", "proton.me protonmail.com pm.me", { tags: true, shared: true }),
  provider("Fastmail", "https://app.fastmail.com/", "fastmail.com fastmail.fm", { tags: true }),
  provider("AOL", "https://mail.aol.com/", "aol.com aol.de aol.fr"),
  provider("freenet", "https://webmail.freenet.de/", "freenet.de"),
  provider("Posteo", "https://posteo.de/", "posteo.de posteo.net posteo.at posteo.ch posteo.eu posteo.org", { tags: true }),
  provider("mailbox.org", "https://mailbox.org/", "mailbox.org", { tags: true }),
  provider("Orange", "https://messagerie.orange.fr/", "orange.fr wanadoo.fr"),
  provider("Free", "https://webmail.free.fr/", "free.fr"),
  provider("La Poste", "https://www.laposte.net/", "laposte.net"),
  provider("Libero", "https://login.libero.it/", "libero.it"),
  provider("WP", "https://poczta.wp.pl/", "wp.pl"),
  provider("o2", "https://poczta.o2.pl/", "o2.pl tlen.pl"),
  provider("Onet", "https://poczta.onet.pl/", "onet.pl op.pl vp.pl onet.eu poczta.onet.pl poczta.onet.eu autograf.pl"),
  provider("Interia", "https://poczta.interia.pl/", "interia.pl interia.eu poczta.fm"),
  provider("Ziggo", "https://webmail.ziggo.nl/", "ziggo.nl"),
];

const OTHER_LARGE = words(
  "arcor.de vodafone.de online.de tutanota.com tutanota.de aon.at chello.at bluewin.ch hispeed.ch sfr.fr neuf.fr bbox.fr " +
    "virgilio.it tiscali.it tim.it tin.it telefonica.net movistar.es gazeta.pl poczta.pl kpnmail.nl hetnet.nl telenet.be skynet.be",
);

/** Real domains near a larger one: never doubted, never suggested. */
const MERELY_REAL = words(
  "vodafonemail.de kabelmail.de email.de mail.de unity-mail.de netcologne.de ewe.net ewetel.net 1und1.de osnanet.de tuta.io tuta.com " +
    "systemli.org riseup.net email.com mail.com usa.com mail.ru yandex.com liwest.at a1.net drei.at kabsi.at inode.at sunrise.ch " +
    "swissonline.ch hin.ch numericable.fr cegetel.net club-internet.fr aliceadsl.fr alice.it inwind.it iol.it email.it fastwebnet.it " +
    "pec.it ono.com terra.es tlen.eu planet.nl home.nl xs4all.nl upcmail.nl casema.nl quicknet.nl chello.nl telfort.nl tele2.nl " +
    "caiway.nl proximus.be pt.lu btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk",
);

/** Addresses that last, although lists of disposable domains name some of them. */
const ALIASES = words(
  "duck.com simplelogin.com simplelogin.co simplelogin.fr slmail.me slmails.com aleeas.com 8alias.com 8shield.net dralias.com silomails.com " +
    "passmail.net passmail.com passinbox.com passfwd.com addy.io anonaddy.com anonaddy.me addymail.com 4wrd.cc mailer.me mozmail.com " +
    "relay.firefox.com privaterelay.appleid.com opayq.com erine.email 33mail.com keemail.me tutamail.com",
);

const PROVIDER_OF = new Map(PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)));

export const COMMON_DOMAINS = [...PROVIDER_OF.keys(), ...OTHER_LARGE];

const REAL_DOMAINS = new Set([...COMMON_DOMAINS, ...MERELY_REAL]);

const KEPT_ALIASES = new Set(ALIASES);

export function knownDomains(): string[] {
  return [...REAL_DOMAINS];
}

export function isKnownDomain(domain: string): boolean {
  return REAL_DOMAINS.has(domain);
}

export function isKept(domain: string): boolean {
  return REAL_DOMAINS.has(domain) || KEPT_ALIASES.has(domain);
}

export function providerOf(domain: string): MailProvider | null {
  return PROVIDER_OF.get(domain) ?? null;
}

function words(list: string): string[] {
  return list.split(" ");
}

function provider(name: string, url: string | null, domains: string, rules: Partial<MailProvider> = {}): MailProvider {
  return { name, url, domains: words(domains), ...rules };
}

function under(name: string, endings: string): string {
  return endings.replace(/\S+/g, `${name}.$&`);
}
