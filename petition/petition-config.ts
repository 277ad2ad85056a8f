/** What an organisation says of itself and of its petition, in `campaign/petition.config.ts`. */
import type { Language } from "./known-languages.ts";

export const PLACEHOLDER = "[bitte ausfüllen]";

type Translated<Spoken extends Language> = Record<Spoken, string>;

export interface PetitionConfig<Spoken extends Language = Language> {
  petitionId: string;
  organisation: {
    name: string;
    representative: string;
    addressLines: string[];
    email: string;
    /** As quick as e-mail: a telephone number, or the https address of a form. */
    secondContact: string;
    register: { court: string; number: string } | null;
    /** Of the organisation itself, such as a foundation. */
    supervisoryAuthority: string | null;
    vatId: string | null;
  };
  contentResponsible: { name: string; addressLines: string[] };
  dataProtection: {
    officer: { addressLines: string[]; email: string | null } | null;
    /** The data-protection authority that leads: usually that of the organisation's seat. */
    authority: { name: string; url: string };
  };
  mail: { from: string; replyTo: string };
  /** Who gets donations, and the page of the payment provider. Both null without donations. */
  association: { name: Translated<Spoken>; url: string } | null;
  donateUrl: string | null;
  sponsor: { name: string; url: string } | null;
  /** Where the source of the running version can be had; the licence demands it (AGPL, § 13). */
  sourceUrl: string;
  /** Days such as "2027-05-23"; on `erasedBy` at the latest everything about persons is erased. `result`: what came of it. */
  handover: { recipient: Translated<Spoken>; date: string; erasedBy: string; result?: Partial<Translated<Spoken>> };
}
