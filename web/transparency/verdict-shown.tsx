import type { ReactNode } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { Icon } from "../design/icon.tsx";
import { Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { type Checked, type StepTaken, stepsTaken } from "./verdict.ts";

/** One sentence, then what it rests on. */
export function VerdictShown({ checked }: { checked: Checked }) {
  const t = useTranslations();
  const look = { true: "ok", false: "bad", unreadable: "wait" }[checked.outcome];
  const icon = { true: "tick", false: "close", unreadable: "clock" } as const;
  return (
    <div className="verdict" data-outcome={checked.outcome}>
      <span className={`stamp ${look}`} aria-hidden="true">
        <Icon name={icon[checked.outcome]} />
      </span>
      <div>
        <h3>{t(`transparency.verify.${checked.outcome}.title`)}</h3>
        <Said checked={checked} />
      </div>
      {checked.outcome !== "unreadable" && <Steps steps={stepsTaken(checked)} />}
    </div>
  );
}

function Said({ checked }: { checked: Checked }) {
  const t = useTranslations();
  const format = useFormat();
  const language = useLanguage();
  if (checked.outcome === "unreadable") return <p>{t("transparency.verify.unreadable.text")}</p>;
  if (checked.outcome === "false") return <p>{t(`transparency.verify.false.${checked.fault}`)}</p>;
  const { code, index, size, reason, address } = checked;
  const day = format.dateTime(checked.hour, { dateStyle: "long", timeZone: "UTC" });
  const values = { place: index + 1, size, day, reason: t(`transparency.history.reason.${reason}`) };
  const toOwnPage = (inner: ReactNode) => <a href={pageIn(language, "personal")}>{inner}</a>;
  return (
    <>
      <p>{t("transparency.verify.true.text", values)}</p>
      <p className="wrap-anywhere">
        <Text of="transparency.verify.true.whose" values={{ code, address }} />
      </p>
      <p>
        <Text of="transparency.verify.true.still" tags={{ a: toOwnPage }} />
      </p>
    </>
  );
}

const SIGNS = { passed: "tick", failed: "close", open: "forward" } as const;

function Steps({ steps }: { steps: StepTaken[] }) {
  const t = useTranslations();
  return (
    <div className="verdict-steps">
      <p className="font-semibold">{t("transparency.verify.steps")}</p>
      <ol>
        {steps.map(({ step, state }) => (
          <li key={step} data-state={state}>
            <Icon name={SIGNS[state]} />
            <span>
              <span>{t(`transparency.verify.step.${step}`)}</span> <b>{t(`transparency.verify.state.${state}`)}</b>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
