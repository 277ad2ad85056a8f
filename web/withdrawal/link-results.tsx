import type { DeletionLinkOutcome, RestorationOutcome } from "../../contract/withdrawal.ts";
import { pageIn } from "../../petition/addresses.ts";
import { RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { Fact } from "../frame/fact.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { takeFocus } from "../frame/take-focus.ts";
import { BadLink, TokenButton, TokenForm } from "../token-page/result.tsx";
import { Kept, Paragraph, Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import "./withdrawal.css";

export function DeletionResult({ outcome, token }: DeletionLinkOutcome & { token: string }) {
  const t = useTranslations();
  const again = pageIn(useLanguage(), "withdrawal");
  if (outcome === "unknown") return <BadLink />;
  return (
    <ResultSheet
      stamp={outcome === "erased" || outcome === "nothing" ? "ok" : "wait"}
      title={t(`withdrawal.link.${outcome}.title`)}
      message={<Text of={`withdrawal.link.${outcome}.message`} />}
    >
      {outcome === "open" && (
        <>
          <TokenButton page="withdrawal" token={token} kind="danger">
            {t("withdrawal.form.submit.request")}
          </TokenButton>
          <p className="small soft">{t("withdrawal.link.open.nothing")}</p>
        </>
      )}
      {outcome === "expired" && (
        <p className="hint-line">
          <LinkButton href={again}>{t("withdrawal.link.expired.request")}</LinkButton>
        </p>
      )}
    </ResultSheet>
  );
}

const days = RESTORE_LIFETIME / 86_400_000;

const RESTORED = {
  restored: ["ok", "restored"],
  confirmed: ["ok", "confirmed"],
  there: ["ok", "there"],
  held: ["wait", "held"],
  "signed-anew": ["ok", "signedAnew"],
  used: ["wait", "used"],
  ended: ["wait", "ended"],
  expired: ["wait", "expired"],
} as const;

export function RestorationResult({ result, token }: { result: RestorationOutcome; token: string }) {
  const t = useTranslations();
  switch (result.outcome) {
    case "open":
      return <Offer offer={result} token={token} />;
    case "unknown":
      return <BadLink />;
    case "not-collecting": {
      const { title, day, paragraphs } = result.notice;
      return (
        <ResultSheet stamp="wait" title={title} message={[day, ...paragraphs].filter(Boolean).join(" ")}>
          <WayOn />
        </ResultSheet>
      );
    }
    default: {
      const { personalLink, isHeld } = { personalLink: undefined, isHeld: false, ...result };
      const [stamp, of] = RESTORED[isHeld && result.outcome !== "confirmed" ? "held" : result.outcome];
      const message = t(`withdrawal.restore.${of}.message`, { days });
      return (
        <ResultSheet stamp={stamp} title={t(`withdrawal.restore.${of}.title`)} message={message}>
          <WayOn personalLink={personalLink} />
        </ResultSheet>
      );
    }
  }
}

type Offered = Extract<RestorationOutcome, { outcome: "open" }>;

function Offer({ offer, token }: { offer: Offered; token: string }) {
  const { entries, chosen, expiresAt, isConfirmed, texts, changed } = offer;
  const t = useTranslations();
  const format = useFormat();
  const [first] = entries;
  const isChoice = entries.length > 1;
  const of = isConfirmed ? "open" : isChoice ? "several" : "unconfirmed";
  return (
    <ResultSheet stamp="wait" title={t(`withdrawal.restore.${of}.title`)} message={t(`withdrawal.restore.${of}.message`)}>
      <dl className="facts hint-line">
        {!isChoice && first && (
          <>
            <Fact name={t("withdrawal.restore.open.name")}>
              <bdi>{first.fullName}</bdi>
            </Fact>
            <Fact name={t("withdrawal.restore.open.visibility")}>{t(`signing.form.${first.visibility}`)}</Fact>
          </>
        )}
        <Fact name={t("withdrawal.restore.open.until")}>{format.dateTime(expiresAt)}</Fact>
      </dl>
      <Consent texts={texts} changed={changed} />
      <TokenForm page="restoration" token={token} className="hint-line">
        <input type="hidden" name="consentVersion" value={texts.consentVersion} />
        <input type="hidden" name="policyVersion" value={texts.policyVersion} />
        {isChoice && <Choice entries={entries} chosen={chosen} />}
        <Button type="submit">
          {t(isConfirmed ? "withdrawal.restore.open.button" : "withdrawal.restore.unconfirmed.button")}
        </Button>
      </TokenForm>
      <Paragraph className="small soft" of="withdrawal.restore.open.nothing" />
    </ResultSheet>
  );
}

/** Anybody can have entered the address: its owner says which entry is the right one. */
function Choice({ entries, chosen }: Pick<Offered, "entries" | "chosen">) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <fieldset className="field">
      <legend className="legend">{t("withdrawal.restore.several.choice")}</legend>
      {entries.map(({ fullName, visibility, enteredAt }, place) => (
        <label key={enteredAt + fullName} className="choice">
          <input type="radio" name="entry" value={place} defaultChecked={place === chosen} />{" "}
          <b>
            <bdi>{fullName}</bdi>
          </b>{" "}
          <span className="hint">{`${t(`signing.form.${visibility}`)}, ${format.dateTime(enteredAt)}`}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The same words as beside the box of the form: the button consents to them again. */
function Consent({ texts, changed }: Pick<Offered, "texts" | "changed">) {
  const t = useTranslations();
  return (
    <div className="hint-line consent-again">
      {changed && (
        <p tabIndex={-1} ref={takeFocus}>
          <b>{t("withdrawal.restore.consent.changed")}</b>
        </p>
      )}
      <p>{t("withdrawal.restore.consent.intro")}</p>
      <blockquote>
        <p>
          <Kept>{texts.consent}</Kept>
        </p>
      </blockquote>
      <p>
        <a href={pageIn(useLanguage(), "privacy")}>{t("signing.form.privacy")}</a>
      </p>
    </div>
  );
}

function WayOn({ personalLink }: { personalLink?: string }) {
  const t = useTranslations();
  return (
    <p className="links">
      <a href={pageIn(useLanguage(), "home")}>{t("confirmation.home")}</a>
      {personalLink && <a href={personalLink}>{t("personal.link")}</a>}
    </p>
  );
}
