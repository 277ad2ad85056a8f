import { expect, test } from "vitest";
import { type NameStanding, standingOfCorrected, standingOfName } from "./held-names.ts";

const now = new Date("2026-11-21T11:00:00.000Z");
const later = new Date("2026-11-22T11:00:00.000Z");
const NOTHING: NameStanding = { nameHiddenAt: null, nameCheck: null };
const HELD: NameStanding = { nameHiddenAt: now, nameCheck: "held" };
const HIDDEN: NameStanding = { nameHiddenAt: now, nameCheck: null };
const APPROVED: NameStanding = { nameHiddenAt: null, nameCheck: "approved" };
const named = (fullName: string) => ({ fullName, visibility: "public" as const });

test.each([
  "Adolf Hitler",
  "ADOLF HITLER",
  "Hitler-Meier",
  "hítler",
  "Christine Lagarde",
  "Dr. Christine Lagarde",
  "CHRISTINE  LAGARDE",
  "Władimir Putin",
  "Die Bundeskanzlerin",
  "Bundespräsident Meier",
  "E. Z. B.-EZB",
  "Max Mustermann",
  "Du Arschloch",
  "Fuck-You All",
  "Fils de pute",
  "Enculé Dupont",
  "Spierdalaj Stąd",
  "Jebac Was",
  "Hijo de Puta",
  "Vaffanculo",
  "Klootzak",
  // As they look: what is between the letters shows nothing.
  "Hit\u200dler",
  "Hit\ufe0fler",
  "Max Muster\u200cmann",
  "H\u20ddi\u20ddtler",
])("the public name %s waits for the administrator, and counts meanwhile", (name) => {
  expect(standingOfName(named(name), now)).toEqual(HELD);
});

test.each([
  ...["Anna Bergmüller", "Bruno Kessler", "Ewa Wójtowicz-Żak", "Мария Иванова", "王小明"],
  // Real names in which such a word stands, or that nearly are one.
  ...["Arschinow", "Assmann", "Cuntz", "Cockburn", "Dickinson", "Fuckert", "Scunthorpe", "Shitara", "Penistone", "Wankerl"],
  ...["Adolf Fick", "Helga Fickenscher", "Johnny Depp", "Martin Půta", "Kanzler", "Jan Kut", "Lul", "Putini", "Hitlerová"],
  ...[
    "Christine Meier",
    "Anna Lagarde",
    "Lagarde Christine-Anna",
    "Friedrich Merzbach",
    "Donald Ducker",
    "Maximilian Mustermann",
  ],
  ...["Merda-Rossi", "Kazzo", "Mierdzik", "Churchuj", "Kurwanek", "Salopek", "Putainen"],
])("nobody holds back %s", (name) => {
  expect(standingOfName(named(name), now)).toEqual(NOTHING);
});

test("a private name is nobody's business, whatever it says", () => {
  expect(standingOfName({ fullName: "Adolf Hitler", visibility: "private" }, now)).toEqual(NOTHING);
});

test.each([
  ["a name that is corrected to a held one", NOTHING, "Anna Bergmüller", "Max Mustermann", { ...HELD, nameHiddenAt: later }],
  ["a held one that is corrected to a harmless one", HELD, "Max Mustermann", "Max Meier", NOTHING],
  ["an approved one that stays the same", APPROVED, "Max Mustermann", "Max Mustermann", APPROVED],
  [
    "an approved one that becomes another held one",
    APPROVED,
    "Max Mustermann",
    "Donald Duck",
    { ...HELD, nameHiddenAt: later },
  ],
  ["one hidden by the administrator, whatever it becomes", HIDDEN, "Du Depp", "Anna Bergmüller", HIDDEN],
])("%s: the list goes by what it is now", (_case, before, from, to, after) => {
  expect(standingOfCorrected({ ...before, ...named(from) }, named(to), later)).toEqual(after);
});

test("a held name made private is not held; made public again it is", () => {
  const name = named("Max Mustermann");
  const made = standingOfCorrected({ ...HELD, ...name }, { ...name, visibility: "private" }, later);
  expect(made).toEqual(NOTHING);
  expect(standingOfCorrected({ ...made, ...name, visibility: "private" }, name, later).nameCheck).toBe("held");
});
