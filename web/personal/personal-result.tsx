import type { ReactNode } from "react";
import type { PersonalData, PersonalOutcome } from "../../contract/petition.ts";
import { pathIn } from "../../petition/language.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { BadLink } from "../frame/bad-link.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { Text, useFormat, useLanguage, useSay } from "../say.tsx";
import { CorrectionForm, type VisibilityField } from "./correction-form.tsx";

/** A signer's own page: what is kept, and the buttons that change it; or why there is nothing to see. */
export function PersonalResult({
  result,
  token,
  visibilityField,
}: {
  result: PersonalOutcome;
  token: string;
  visibilityField: VisibilityField;
}) {
  const say = useSay();
  switch (result.outcome) {
    case "open":
    case "changed":
    case "unchanged":
    case "refused":
    case "too-many-acts":
      return <OwnSignature result={result} token={token} visibilityField={visibilityField} />;
    case "erased":
      return (
        <ResultSheet stamp="ok" title={say("personal.erased.title")} said={<Text of="personal.erased.message" />}>
          <WayHome />
        </ResultSheet>
      );
    case "gone":
      return (
        <ResultSheet stamp="ok" title={say("personal.gone.title")} said={say("personal.gone.message")}>
          <WayHome />
        </ResultSheet>
      );
    case "expired":
      return (
        <ResultSheet stamp="wait" title={say("personal.expired.title")} said={say("personal.expired.message")}>
          <WayHome />
        </ResultSheet>
      );
    case "unknown":
      return <BadLink />;
  }
}

function OwnSignature({
  result,
  token,
  visibilityField,
}: {
  result: Extract<PersonalOutcome, { data: PersonalData }>;
  token: string;
  visibilityField: VisibilityField;
}) {
  const say = useSay();
  const language = useLanguage();
  return (
    <ResultSheet stamp="ok" title={say("personal.title")} said={<Text of="personal.lede" />}>
      {(result.outcome === "changed" || result.outcome === "unchanged") && (
        <p role="status" className="hint-line font-semibold">
          {result.outcome === "changed" ? say("personal.change.changed") : say("personal.change.unchanged")}
        </p>
      )}
      {result.outcome === "too-many-acts" && (
        <p role="alert" className="hint-line font-semibold">
          {say("personal.tooMany", { minutes: Math.ceil(result.retryAfter / 60) })}
        </p>
      )}
      {result.data.nameHidden && <p className="hint-line font-semibold">{say("personal.nameHidden")}</p>}
      <Facts data={result.data} />
      <Part id="change" title={say("personal.change.title")}>
        <CorrectionForm result={result} token={token} visibilityField={visibilityField} />
      </Part>
      <Part id="take" title={say("personal.take.title")}>
        <p>
          <Text of="personal.take.text" />
        </p>
        <form method="post" action={pathIn(language, "/meine-daten/herunterladen")} className="mt-3">
          <input type="hidden" name="token" value={token} />
          <Button kind="line" type="submit">
            {say("personal.take.button")}
          </Button>
        </form>
      </Part>
      <Part id="withdraw" title={say("personal.withdraw.title")}>
        <p>
          <Text of="personal.withdraw.text" />
        </p>
        <form method="post" action={pathIn(language, "/meine-daten")} className="mt-3">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="intent" value="withdraw" />
          <Button kind="danger" type="submit">
            {say("personal.withdraw.button")}
          </Button>
        </form>
      </Part>
    </ResultSheet>
  );
}

function Facts({ data }: { data: PersonalData }) {
  const say = useSay();
  const format = useFormat();
  const language = useLanguage();
  return (
    <dl className="facts hint-line">
      <Fact term={<Text of="personal.facts.email" />}>{data.email}</Fact>
      <Fact term={say("personal.facts.signed")}>{format.dateTime(data.signedAt)}</Fact>
      <Fact term={say("personal.facts.confirmed")}>{format.dateTime(data.confirmedAt)}</Fact>
      {data.consentVersion && (
        <Fact term={say("personal.facts.consent")}>
          <a href={pathIn(language, `/einwilligung/${data.consentVersion}`)}>{say("personal.facts.consentText")}</a>
        </Fact>
      )}
      {data.signatureHash && (
        <Fact term={say("personal.facts.hash")}>
          <span className="break-all">{data.signatureHash}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} className="mt-8 border-hair border-t pt-6">
      <h2 id={`${id}-title`} className="mb-3 text-step-2">
        {title}
      </h2>
      {children}
    </section>
  );
}

function WayHome() {
  const say = useSay();
  const language = useLanguage();
  return (
    <p className="hint-line">
      <LinkButton to={pathIn(language, "/")}>{say("confirmation.home")}</LinkButton>
    </p>
  );
}
