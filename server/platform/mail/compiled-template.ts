/** E-mails that differ in recipient, moment and links alone are composed once, as a template; each is then filled in. */
import { randomBytes } from "node:crypto";
import { wrap } from "nodemailer/lib/qp";
import type { Translate } from "../../../messages/translate.ts";
import type { Language } from "../../../petition/language.ts";
import type { Email } from "./email.ts";

/** What an e-mail says. */
export interface Words {
  language: Language;
  /** All that they depend on, but for the links: those of whom it is the same share a template. Null: they are nobody else's. */
  alike: { t: Translate; besides: string } | null;
  /** Of the link that they are about, where it ends. */
  endsAt?: Date;
  /** Addresses that need no escape in HTML. */
  links: readonly string[];
  write(links: readonly string[]): Email;
}

/** What differs. */
interface Filling {
  /** As it may stand in a header. */
  to: string;
  id: string;
  date: Date;
  links: readonly string[];
}

interface CompiledTemplate {
  /** Answers the source of the e-mail (RFC 5322). */
  fill(filling: Filling): Buffer;
  /** {@link Email.link} of this one. */
  linkOf(filling: Filling): string;
}

/** Answers a source in ASCII whose bodies are quoted-printable; what is in `heading` stands there as it is. */
type Compose = (letter: Email, heading: Omit<Filling, "links"> & { language: Language }) => Promise<string>;

/** Of one language: those of an attack; the oldest goes first. */
const TEMPLATES_MAX = 20;
const EPOCH = new Date(0);
/** What is no address is left out of a header. */
const SOMEWHERE = "@template.invalid";
/** The places of what stands in the heading; links follow. */
const [TO, ID, DATE, HEADING] = [0, 1, 2, 3];
/** RFC 2045, 6.7: 76 with the sign that ends it. */
const LINE_MAX = 75;
/** Ends a line in a body, and does not stand in it: it may come anywhere. */
const SOFT_BREAK = "=\r\n";

/** For words that nobody else gets. */
export function saying(language: Language, letter: Email, endsAt?: Date): Words {
  return { language, alike: null, endsAt, links: [], write: () => letter };
}

export function openTemplates(compose: Compose): (words: Words) => Promise<CompiledTemplate> {
  // While one develops, texts are read anew: then there is another translation.
  const made = new WeakMap<Translate, Map<string, Promise<CompiledTemplate>>>();
  return (words) => {
    if (words.alike === null) return templateOf(words, compose);
    const { t, besides } = words.alike;
    const ofTexts = made.get(t) ?? new Map<string, Promise<CompiledTemplate>>();
    made.set(t, ofTexts);
    const known = ofTexts.get(besides);
    if (known) return known;
    const making = templateOf(words, compose);
    ofTexts.set(besides, making);
    making.catch(() => ofTexts.delete(besides));
    const [oldest = besides] = ofTexts.keys();
    if (ofTexts.size > TEMPLATES_MAX) ofTexts.delete(oldest);
    return making;
  };
}

/** As a header says it (RFC 5322, 3.3). */
function saidAs(date: Date): string {
  return date.toUTCString().replace("GMT", "+0000");
}

async function templateOf({ language, links, write }: Words, compose: Compose): Promise<CompiledTemplate> {
  // What no words hold by chance, and nobody can foresee.
  const secret = randomBytes(12).toString("hex");
  const mark = (place: number) => `x${secret}x${place}x`;
  const marks = links.map((_, at) => mark(HEADING + at));
  const letter = write(marks);
  const source = await compose(letter, { to: mark(TO) + SOMEWHERE, id: mark(ID), date: EPOCH, language });
  // What stands in each e-mail, and between two of those the place of what does not.
  const pieces = source.replace(SOMEWHERE, "").replace(saidAs(EPOCH), mark(DATE)).split(anyMark(secret));

  return {
    fill({ to, id, date, links: own }) {
      const filling = [to, id, saidAs(date), ...own.map(inBody)];
      return Buffer.from(pieces.map((piece, at) => (at % 2 === 0 ? piece : filling[Number(piece)])).join(""), "utf8");
    },
    linkOf: (filling) => filling.links[marks.indexOf(letter.link)] ?? letter.link,
  };
}

/** Also where a line of the body ends within it. */
function anyMark(secret: string): RegExp {
  const broken = [..."x", ...secret, ..."x"].join(`(?:${SOFT_BREAK})?`);
  return new RegExp(`${broken}(?:${SOFT_BREAK})?(\\d+)(?:${SOFT_BREAK})?x`);
}

function inBody(link: string): string {
  if (!/^[!#$%(-;=?-~]*$/.test(link)) throw new Error("no address for an e-mail");
  return SOFT_BREAK + wrap(link.replaceAll("=", "=3D"), LINE_MAX) + SOFT_BREAK;
}
