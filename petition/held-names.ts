/** Whole words that put a public name on hold. Leave out what people are really called: Fick, Kanzler, Depp, Půta, Lul. */
import { foldForSearch } from "./search.ts";
import type { Visibility } from "./signing.ts";

const OFFICES = [
  ...["Bundeskanzler", "Bundeskanzlerin", "Bundespräsident", "Bundespräsidentin", "Bundesregierung", "Bundesbank"],
  ...["Bundestag", "Nationalrat", "Ministerpräsident", "Ministerpräsidentin", "EZB", "Europäische Zentralbank"],
  ...["Prime Minister", "European Central Bank", "ECB", "European Commission"],
  ...["Président de la République", "Premier ministre", "Banque centrale européenne", "BCE"],
  ...["Presidente del Consiglio", "Presidente della Repubblica", "Banca centrale europea"],
  ...["Presidente del Gobierno", "Banco Central Europeo"],
  ...["Prezydent RP", "Prezes Rady Ministrów", "Europejski Bank Centralny", "EBC"],
  ...["Minister-president", "Europese Centrale Bank"],
];

const PERSONS = [
  ...["Christine Lagarde", "Piero Cipollone", "Ursula von der Leyen", "Friedrich Merz", "Olaf Scholz", "Angela Merkel"],
  ...["Emmanuel Macron", "Giorgia Meloni", "Donald Tusk", "Donald Trump", "Elon Musk", "Bill Gates"],
  ...["Wladimir Putin", "Vladimir Putin", "Vladimir Poutine", "Władimir Putin", "Hitler"],
  ...["Max Mustermann", "Erika Mustermann", "John Doe", "Jane Doe", "Micky Maus", "Mickey Mouse", "Donald Duck"],
];

const INSULTS = [
  ...["Arschloch", "Hurensohn", "Wichser", "Fotze", "Missgeburt", "Drecksau", "Sieg Heil"],
  ...["Fuck", "Fucker", "Motherfucker", "Asshole", "Arsehole", "Cunt", "Wanker"],
  ...["Enculé", "Salope", "Connasse", "Putain", "Fils de pute"],
  ...["Vaffanculo", "Stronzo", "Stronza", "Cazzo", "Puttana", "Figlio di puttana"],
  ...["Hijo de puta", "Hijoputa", "Gilipollas", "Mierda"],
  ...["Kurwa", "Skurwysyn", "Chuj", "Spierdalaj", "Jebać"],
  ...["Klootzak", "Hoerenzoon", "Kankerlijer", "Kutwijf"],
];

const MARKS_AND_JOINERS = /[\p{M}\u200c\u200d]+/gu;

const HELD = [...OFFICES, ...PERSONS, ...INSULTS].map(inWords);

/** `held`: by a word of the list. `approved`: the administrator lets this very name stand. */
export const NAME_CHECKS = ["held", "approved"] as const;
export type NameCheck = (typeof NAME_CHECKS)[number];

export interface NameStanding {
  nameHiddenAt: Date | null;
  nameCheck: NameCheck | null;
}

type Name = { fullName: string; visibility: Visibility };

export function standingOfName({ fullName, visibility }: Name, now: Date): NameStanding {
  const words = inWords(fullName);
  const isHeld = visibility === "public" && HELD.some((held) => words.includes(held));
  return isHeld ? { nameHiddenAt: now, nameCheck: "held" } : { nameHiddenAt: null, nameCheck: null };
}

/** A name that the administrator has hidden stays hidden. An approved one stays approved as long as it is the same. */
export function standingOfCorrected(before: NameStanding & Name, after: Name, now: Date): NameStanding {
  const { nameHiddenAt, nameCheck } = before;
  const isHiddenByHand = nameHiddenAt !== null && nameCheck !== "held";
  const isStillApproved = nameCheck === "approved" && after.fullName === before.fullName;
  return isHiddenByHand || isStillApproved ? { nameHiddenAt, nameCheck } : standingOfName(after, now);
}

function inWords(text: string): string {
  return ` ${foldForSearch(text)
    .replace(MARKS_AND_JOINERS, "")
    .split(/\P{L}+/u)
    .filter(Boolean)
    .join(" ")} `;
}
