import { useState } from "react";
import { DEMANDS } from "../demands.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { recipientIn } from "../handover.ts";
import { forgetRememberedSheet, useRememberedSheet } from "../remembered-sheet.ts";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import { isFormFar, isShareAhead } from "./sign-bar.tsx";

export function engravingPath(step: number): string {
  return `/drawings/engraving/${step}`;
}

/** Its lines are a mask over the iris colours. It does not change while somebody reads. */
export function Engraving({ step }: { step: number }) {
  const [drawn] = useState(step);
  return (
    <svg className="underprint engraving" viewBox="-126 -126 252 252" aria-hidden="true" focusable="false">
      <linearGradient id="engraving-colours" gradientUnits="userSpaceOnUse" x1="-114" y1="-20" x2="114" y2="20">
        <stop offset="2%" stopColor="var(--iris-from)" />
        <stop offset="50%" stopColor="var(--iris-through)" />
        <stop offset="98%" stopColor="var(--iris-to)" />
      </linearGradient>
      <mask id="engraving-lines" maskUnits="userSpaceOnUse" x="-126" y="-126" width="252" height="252">
        <image href={engravingPath(drawn)} x="-126" y="-126" width="252" height="252" />
      </mask>
      <rect x="-126" y="-126" width="252" height="252" fill="url(#engraving-colours)" mask="url(#engraving-lines)" />
    </svg>
  );
}

export function Headline() {
  const t = useTranslations();
  return (
    <>
      <h1 className="title">
        <Text of="home.hero.headline" tags={{ whole: (inner) => <span className="whole">{inner}</span> }} />
      </h1>
      <p className="lede">{t("home.hero.lede")}</p>
    </>
  );
}

/** What the page asks for first. Of those who asked to be remembered as signers, that they pass it on. */
export function useFirstStep() {
  const t = useTranslations();
  return useRememberedSheet()
    ? { href: "#share-title", label: t("sharing.title"), isNeeded: isShareAhead }
    : { href: "#sign", label: t("home.hero.sign"), isNeeded: isFormFar };
}

export function FirstStep() {
  const t = useTranslations();
  const { href, label } = useFirstStep();
  return (
    <div className="act">
      {/* Another element for another text: a browser that translates may have taken the text itself away. */}
      <LinkButton key={href} href={href}>
        {label} <Icon name="down" />
      </LinkButton>
      {useRememberedSheet() ? (
        <RememberedLine />
      ) : (
        <p>
          {t("home.hero.duration")}
          <br />
          {t("home.hero.free")}
        </p>
      )}
    </div>
  );
}

export function DemandList(props: { className?: string; "aria-labelledby"?: string }) {
  const t = useTranslations();
  return (
    <ol {...props}>
      {DEMANDS.map((demand) => (
        <li key={demand}>{t(demand)}</li>
      ))}
    </ol>
  );
}

/** Once in every window: within the sheet, or beside it where there is room. */
export function Demands({ place }: { place: "within" | "beside" }) {
  const t = useTranslations();
  const recipient = recipientIn(useLanguage());
  return (
    <div className={`demands ${place}`}>
      <p id={`demands-${place}`}>
        <b>{t("home.why.demands.title")}</b>
      </p>
      <DemandList aria-labelledby={`demands-${place}`} />
      {recipient !== null && <p className="soft">{t("home.sheet.recipient", { recipient })}</p>}
    </div>
  );
}

export function RememberedLine() {
  const t = useTranslations();
  const sheet = useRememberedSheet();
  if (!sheet) return null;
  return (
    <p className="remembered">
      <span>{t("remembered.line", { number: sheet.number })}</span>{" "}
      <Button kind="quiet" onClick={forgetRememberedSheet}>
        {t("remembered.forget")}
      </Button>
    </p>
  );
}
