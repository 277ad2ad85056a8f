/** E-mails that differ only in recipient, time and links are composed once, as a template, and filled in for each. */
import { randomBytes } from "node:crypto";
import { wrap } from "nodemailer/lib/qp";
import type { Translate } from "../../../messages/translate.ts";
import type { Language } from "../../../petition/language.ts";
import type { Email } from "./emails.ts";

export interface Words {
  language: Language;
  /** Texts and everything else they depend on except links: equal ones share a template. Null: they share none. */
  alike: { t: Translate; besides: string } | null;
  endsAt?: Date;
  links: readonly string[];
  write(links: readonly string[]): Email;
}

interface Filling {
  to: string;
  id: string;
  date: Date;
  links: readonly string[];
}

type CompiledTemplate = Awaited<ReturnType<typeof templateOf>>;

type Compose = (letter: Email, heading: Omit<Filling, "links"> & { language: Language }) => Promise<string>;

const TEMPLATES_MAX = 20;
const EPOCH = new Date(0);
const SOMEWHERE = "@template.invalid";
const [TO, ID, DATE, HEADING] = [0, 1, 2, 3];
/** RFC 2045, 6.7: 76 with the sign that ends it. */
const LINE_MAX = 75;
/** May come anywhere in a body without changing it. */
const SOFT_BREAK = "=\r\n";

export function saying(language: Language, letter: Email, endsAt?: Date): Words {
  return { language, alike: null, endsAt, links: [], write: () => letter };
}

export function openTemplates(compose: Compose) {
  // In development, texts are read again: then `t` is another one.
  const made = new WeakMap<Translate, Map<string, Promise<CompiledTemplate>>>();
  return (words: Words): Promise<CompiledTemplate> => {
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

function saidAs(date: Date): string {
  return date.toUTCString().replace("GMT", "+0000");
}

async function templateOf({ language, links, write }: Words, compose: Compose) {
  // A mark that no text contains and nobody can predict.
  const secret = randomBytes(12).toString("hex");
  const mark = (place: number) => `x${secret}x${place}x`;
  const marks = links.map((_, at) => mark(HEADING + at));
  const letter = write(marks);
  const source = await compose(letter, { to: mark(TO) + SOMEWHERE, id: mark(ID), date: EPOCH, language });
  // Text of every e-mail at even places, numbers of marks at odd ones.
  const pieces = source.replace(SOMEWHERE, "").replace(saidAs(EPOCH), mark(DATE)).split(anyMark(secret));

  return {
    fill({ to, id, date, links: own }: Filling): Buffer {
      const filling = [to, id, saidAs(date), ...own.map(inBody)];
      return Buffer.from(pieces.map((piece, at) => (at % 2 === 0 ? piece : filling[Number(piece)])).join(""), "utf8");
    },
    linkOf: (filling: Filling) => filling.links[marks.indexOf(letter.link)] ?? letter.link,
  };
}

/** A line of the body may end within the mark. */
function anyMark(secret: string): RegExp {
  const broken = [..."x", ...secret, ..."x"].join(`(?:${SOFT_BREAK})?`);
  return new RegExp(`${broken}(?:${SOFT_BREAK})?(\\d+)(?:${SOFT_BREAK})?x`);
}

function inBody(link: string): string {
  if (!/^[!#$%(-;=?-~]*$/.test(link)) throw new Error("no address for an e-mail");
  return SOFT_BREAK + wrap(link.replaceAll("=", "=3D"), LINE_MAX) + SOFT_BREAK;
}
