/** What `petition.config.ts` must hold. Types do not help whoever edits it on the server: nothing checks them there. */
import { z } from "zod";
import { messagesOfCampaign } from "../../../messages/catalogue.ts";
import { keysAskedOf } from "../../../messages/keys.ts";
import { startOfDay } from "../../../petition/calendar.ts";
import type { Handover } from "../../../petition/ending.ts";
import { isExampleAddress } from "../../../petition/example-address.ts";
import { inEachLanguage, LANGUAGES, type Language } from "../../../petition/language.ts";
import { CAMPAIGN } from "../../../petition/our-campaign.ts";
import { type PetitionConfig, PLACEHOLDER } from "../../../petition.config.ts";
import { UnusableSetting } from "./kinds.ts";

export type Finding = ReturnType<typeof findingsIn>[number];

export function findingsIn(config: unknown) {
  const { error } = PETITION.safeParse(config);
  const findings = (error?.issues ?? []).map((issue) => ({
    /** Such as `organisation.email`; of a list and of the same text in all languages, their common name. */
    field: nameOf(issue.path),
    /** What belongs there, in words that follow "write". */
    wanted: issue.message,
    isPlaceholder: issue.code === "custom" && issue.params?.isPlaceholder === true,
  }));
  return findings.filter(({ field }, index) => findings.findIndex((other) => other.field === field) === index);
}

export function sentenceFor({ field, wanted, isPlaceholder }: Finding): string {
  return `petition.config.ts: ${field} ${isPlaceholder ? "is still a placeholder" : "cannot be used"}. Write ${wanted}.`;
}

export function refuseUnusable(findings: Finding[]): void {
  const unusable = findings.filter(({ isPlaceholder }) => !isPlaceholder);
  if (unusable.length > 0) throw new UnusableSetting(unusable.map(sentenceFor).join("\n"));
}

function nameOf(path: PropertyKey[]): string {
  const isCommon = (part: PropertyKey) => typeof part === "number" || LANGUAGES.some((language) => language === part);
  return path.filter((part) => !isCommon(part)).join(".") || "petitionConfig";
}

function text(wanted: string, form: RegExp = /\S/) {
  return z.string(wanted).superRefine((given, context) => {
    const isPlaceholder = given.includes(PLACEHOLDER) || isExampleAddress(given);
    if (isPlaceholder || !form.test(given)) context.addIssue({ code: "custom", message: wanted, params: { isPlaceholder } });
  });
}

function email(wanted: string) {
  return text(wanted, /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/);
}

function address(wanted: string) {
  return text(`${wanted}, beginning with https://`, HTTPS);
}

function lines(wanted: string, { least = 1 } = {}) {
  return z.array(text(wanted), wanted).min(least, wanted);
}

function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, `an object with ${Object.keys(shape).join(", ")}`);
}

/** Whoever has none says so: a field that is missing may have been forgotten. */
function orNull<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, `an object with ${Object.keys(shape).join(", ")}, or null if there is none`).nullable();
}

function byLanguage<Schema extends z.ZodType>(schema: Schema) {
  return part(inEachLanguage(() => schema));
}

const HTTPS = /^https:\/\/[^\s/]+\.[^\s/]+/;
const PHONE = /^\+?\d[\d ()/.–-]{4,}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const OR_NULL = ", or null if there is none";

const PETITION = part({
  petitionId: text("the petition's id in analytics, in small letters, digits and hyphens", /^[a-z\d-]+$/),
  organisation: part({
    name: text("the organisation's full name, with its legal form"),
    representative: text("who represents the organisation, with first and last name"),
    addressLines: lines("the lines of the organisation's postal address, which is no post-office box"),
    email: email("the organisation's e-mail address"),
    secondContact: text(
      "a telephone number such as +49 30 901820, or the address of a contact form, beginning with https://",
      new RegExp(`${PHONE.source}|${HTTPS.source}`),
    ),
    register: orNull({
      court: text("the register and the court or office that keeps it"),
      number: text("the number in that register"),
    }),
    supervisoryAuthority: text(`name and place of the authority that supervises the organisation${OR_NULL}`).nullable(),
    vatId: text(`the VAT id, such as DE123456789${OR_NULL}`, /^[A-Z]{2}[A-Z\d ]{2,14}$/).nullable(),
  }),
  contentResponsible: part({
    name: text("first and last name of the person responsible for the content"),
    addressLines: lines("the lines of that person's postal address"),
  }),
  dataProtection: part({
    officer: orNull({
      addressLines: lines("the lines of the data-protection officer's name and postal address", { least: 0 }),
      email: email(`the data-protection officer's e-mail address${OR_NULL}`).nullable(),
    }).refine((officer) => officer === null || officer.email !== null || officer.addressLines.length > 0, {
      error: "an e-mail address or a postal address of the data-protection officer, or null instead of both",
    }),
    authority: part({
      name: text("the name of the data-protection authority at the organisation's seat"),
      url: address("the address of that authority's page for complaints"),
    }),
  }),
  mail: part({
    from: text(
      "the sender of the e-mails, with or without a name: Petition <petition@…>, or set MAIL_FROM",
      /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    ),
    replyTo: email("the e-mail address that answers to e-mails go to"),
  }),
  association: orNull({
    name: byLanguage(text("the name of the association that donations go to, with its legal form, in each language")),
    url: address("the address of the association's website"),
  }),
  donateUrl: address("the address of the payment provider's page for donations").nullable(),
  sponsor: orNull({
    name: text("the sponsor's name, or null instead of the sponsor if there is none"),
    url: address("the address of the sponsor's website"),
  }),
  sourceUrl: address("the address where the source of the running version can be had"),
  handover: part({
    recipient: byLanguage(text("who receives the signatures, in each language")),
    date: text("the day on which the signatures are handed over, such as 2027-05-23", DAY),
    erasedBy: text("the day on which everything about persons is erased at the latest, such as 2027-06-30", DAY),
    result: z.partialRecord(z.enum(LANGUAGES), z.string()).optional(),
  }),
}) satisfies z.ZodType<PetitionConfig>;

const RESULT_LENGTH_MAX = 2000;

/** A placeholder only warns; what cannot be meant stops the start. */
const handoverDay = z.string().transform((given, context) => {
  if (given.includes(PLACEHOLDER)) return null;
  if (startOfDay(given) !== null) return given;
  context.addIssue(`must be a day such as 2027-05-23, or stay ${PLACEHOLDER}.`);
  return z.NEVER;
});

const recipientName = z
  .string()
  .trim()
  .min(1, `must not be empty: name who receives the signatures, or leave ${PLACEHOLDER}.`)
  .transform((given) => (given.includes(PLACEHOLDER) ? null : given));

const resultText = z
  .string()
  .trim()
  .max(RESULT_LENGTH_MAX, `must not be longer than ${RESULT_LENGTH_MAX} characters.`)
  .optional()
  .transform((given) => (given && !given.includes(PLACEHOLDER) ? given : undefined));

const handoverSchema = z
  .object({
    date: handoverDay,
    erasedBy: handoverDay,
    recipient: byLanguage(recipientName),
    result: byLanguage(resultText).prefault({}),
  })
  .refine(({ date, erasedBy }) => erasedBy === null || date !== null, {
    path: ["date"],
    message: "must be set where erasedBy is: nothing is erased before the signatures are handed over.",
  })
  .refine(({ date, erasedBy }) => erasedBy === null || date === null || erasedBy >= date, {
    path: ["erasedBy"],
    message: "must not lie before the day on which the signatures are handed over.",
  });

export function readHandover(given: PetitionConfig["handover"]): Handover {
  const { data, error } = handoverSchema.safeParse(given);
  if (data) return data;
  const sentences = error.issues.map(({ path, message }) => `petition.config.ts: handover.${path.join(".")} ${message}`);
  throw new UnusableSetting(sentences.join("\n"));
}

export function filledIn(setting: string): string | null {
  return setting.replaceAll(PLACEHOLDER, "").trim() || null;
}

export function missingTexts(textsIn = messagesOfCampaign): string[] {
  return LANGUAGES.flatMap((language) => {
    const texts = textsIn(language);
    return keysAskedOf(CAMPAIGN)
      .filter((key) => !texts.get(key)?.trim())
      .map((key) => `${placeOf(key, language)} is missing. Write it: no page can do without it.`);
  });
}

export function unwrittenTexts(textsIn = messagesOfCampaign): string[] {
  return LANGUAGES.flatMap((language) =>
    [...textsIn(language)]
      .filter(([, text]) => text.includes(PLACEHOLDER))
      .map(([key]) => `${placeOf(key, language)} is still a placeholder. Write it.`),
  );
}

export function refuseSilence(): void {
  const missing = missingTexts();
  if (missing.length > 0) throw new UnusableSetting(missing.join("\n"));
}

function placeOf(key: string, language: Language): string {
  const [file, ...path] = key.split(".");
  return `messages/${language}/${file}.json of the campaign: ${path.join(".")}`;
}
