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
  {
    name: "Gmail",
    url: "https://mail.google.com/",
    domains: words("gmail.com googlemail.com"),
    tags: true,
    dots: true,
    shared: true,
  },
  { name: "GMX", url: "https://www.gmx.net/", domains: words("gmx.de gmx.net") },
  { name: "GMX", url: "https://www.gmx.at/", domains: words("gmx.at") },
  { name: "GMX", url: "https://www.gmx.ch/", domains: words("gmx.ch") },
  { name: "GMX", url: "https://www.gmx.com/", domains: words("gmx.com gmx.fr gmx.es gmx.co.uk gmx.us") },
  { name: "GMX", url: null, domains: words("gmx.org gmx.eu gmx.info gmx.biz gmx.li gmx.it gmx.pl gmx.tm") },
  { name: "WEB.DE", url: "https://web.de/", domains: words("web.de") },
  { name: "T-Online", url: "https://email.t-online.de/", domains: words("t-online.de magenta.de") },
  {
    name: "Outlook",
    url: "https://outlook.live.com/mail/",
    domains: [
      ...under("outlook", "com de at fr it es be ie dk cz hu pt sk gr lv com.tr com.br com.au jp"),
      ...under("hotmail", "com de at ch fr it es be nl co.uk se no dk fi gr pt com.br com.ar com.tr ca"),
      ...under("live", "com de at fr it nl be co.uk se no dk ie ca com.pt com.mx"),
      "msn.com",
    ],
    tags: true,
  },
  {
    name: "Yahoo",
    url: "https://mail.yahoo.com/",
    domains: [
      ...under("yahoo", "com de at fr it es pl nl be ie se no dk gr ro co.uk ca com.br com.ar"),
      "ymail.com",
      "rocketmail.com",
    ],
  },
  {
    name: "iCloud",
    url: "https://www.icloud.com/mail/",
    domains: words("icloud.com me.com mac.com"),
    tags: true,
    shared: true,
  },
  {
    name: "Proton",
    url: "https://mail.proton.me/",
    domains: words("proton.me protonmail.com pm.me"),
    tags: true,
    shared: true,
  },
  { name: "Fastmail", url: "https://app.fastmail.com/", domains: words("fastmail.com fastmail.fm"), tags: true },
  { name: "AOL", url: "https://mail.aol.com/", domains: words("aol.com aol.de aol.fr") },
  { name: "freenet", url: "https://webmail.freenet.de/", domains: words("freenet.de") },
  {
    name: "Posteo",
    url: "https://posteo.de/",
    domains: words("posteo.de posteo.net posteo.at posteo.ch posteo.eu posteo.org"),
    tags: true,
  },
  { name: "mailbox.org", url: "https://mailbox.org/", domains: words("mailbox.org"), tags: true },
  { name: "Orange", url: "https://messagerie.orange.fr/", domains: words("orange.fr wanadoo.fr") },
  { name: "Free", url: "https://webmail.free.fr/", domains: words("free.fr") },
  { name: "La Poste", url: "https://www.laposte.net/", domains: words("laposte.net") },
  { name: "Libero", url: "https://login.libero.it/", domains: words("libero.it") },
  { name: "WP", url: "https://poczta.wp.pl/", domains: words("wp.pl") },
  { name: "o2", url: "https://poczta.o2.pl/", domains: words("o2.pl tlen.pl") },
  {
    name: "Onet",
    url: "https://poczta.onet.pl/",
    domains: words("onet.pl op.pl vp.pl onet.eu poczta.onet.pl poczta.onet.eu autograf.pl"),
  },
  { name: "Interia", url: "https://poczta.interia.pl/", domains: words("interia.pl interia.eu poczta.fm") },
  { name: "Ziggo", url: "https://webmail.ziggo.nl/", domains: words("ziggo.nl") },
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

function under(name: string, endings: string): string[] {
  return words(endings).map((ending) => `${name}.${ending}`);
}
