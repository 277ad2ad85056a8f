/** What pages may ask: calls in the process while they are rendered, the same over HTTP in the browser. */
import type { Language } from "../petition/language.ts";
import type { ConfirmOutcome, SignedAs, SuppressionOutcome } from "./confirmation.ts";
import type { ApiDescription } from "./machines.ts";
import type { CountStep, OpenCounts } from "./open-data.ts";
import type {
  AddressLinkOutcome,
  CorrectionInput,
  PersonalFileOutcome,
  PersonalLinkOutcome,
  PersonalOutcome,
} from "./personal.ts";
import type * as signing from "./signing.ts";
import type { LatestSupporter, PetitionStats, SupporterPage } from "./supporters.ts";
import type { ReceiptOutcome, Transparency } from "./transparency.ts";
import type { Visitor } from "./visitor.ts";
import type { DeleteBy, DeletionLinkOutcome, RestorationOutcome, ShownToConsent, WithdrawOutcome } from "./withdrawal.ts";

type Reader = Pick<Visitor, "language">;

export interface Petition {
  stats(): Promise<PetitionStats>;
  /** When what {@link stats} says last was so; null before it has said anything. It is old where the database does not answer. */
  statsAsOf(): Date | null;
  listPauses(): boolean;
  latestSupporters(language: Language): Promise<LatestSupporter[]>;
  supporters(page: number, pageSize: number, language: Language): Promise<SupporterPage>;

  /** Atom (RFC 4287). */
  feed(language: Language): Promise<string>;
  collectionNotice(language: Language): Promise<signing.CollectionNotice | null>;
  presentTexts(language: Language): signing.PresentTexts;
  shownText(version: string): Promise<signing.ShownText | null>;

  drawCaptcha(): signing.CaptchaChallenge;
  sign(input: unknown, visitor: Visitor): Promise<signing.SignOutcome>;
  /** What {@link sign} would answer in an attack, where memory alone knows that it turns this attempt away; null where it has to be asked. */
  reject(input: unknown, visitor: Visitor): signing.Rejected | null;
  resend(input: unknown, visitor: Visitor): Promise<signing.ResendOutcome>;
  /** In characters that a cookie may hold; opens again for `RECEIPT_LIFETIME`. */
  encryptReceipt(receipt: signing.SignReceipt): string;
  decryptReceipt(encrypted: string): signing.SignReceipt | null;

  confirm(token: string, visitor: Visitor): Promise<ConfirmOutcome>;
  /** Looks and changes nothing; null where the link would count nothing. */
  signedAsBehind(token: string): Promise<SignedAs | null>;
  suppression(token: string): Promise<SuppressionOutcome>;
  suppress(token: string): Promise<SuppressionOutcome>;
  undoSuppression(token: string): Promise<SuppressionOutcome>;

  withdraw(input: unknown, visitor: Visitor): Promise<WithdrawOutcome>;
  /** As `DELETE_BY` says, unless very many are being erased. Does not throw. */
  deletesBy(): Promise<DeleteBy>;
  deletionLink(token: string): Promise<DeletionLinkOutcome>;
  withdrawByLink(token: string): Promise<DeletionLinkOutcome>;
  restoration(token: string, visitor: Visitor): Promise<RestorationOutcome>;
  restore(token: string, visitor: Visitor, shown: ShownToConsent): Promise<RestorationOutcome>;

  sendPersonalLink(input: unknown, visitor: Visitor): Promise<PersonalLinkOutcome>;
  personalData(token: string, visitor: Reader): Promise<PersonalOutcome>;
  correct(token: string, input: CorrectionInput, visitor: Reader): Promise<PersonalOutcome>;
  askForAddress(token: string, address: string, visitor: Reader): Promise<PersonalOutcome>;
  /** Looks and changes nothing. */
  addressLink(token: string, visitor: Reader): Promise<AddressLinkOutcome>;
  followAddressLink(token: string, visitor: Reader): Promise<AddressLinkOutcome>;
  withdrawOwn(token: string, visitor: Reader): Promise<PersonalOutcome>;
  personalFile(token: string, visitor: Reader): Promise<PersonalFileOutcome>;

  transparency(): Promise<Transparency | null>;
  ownReceipt(token: string, visitor: Reader): Promise<ReceiptOutcome>;
  openCounts(by: CountStep): Promise<OpenCounts>;
  describedApi(): ApiDescription;
}
