import type { ReactNode } from "react";
import { pageIn } from "../../petition/addresses.ts";
import type { Added } from "../../petition/transparency/entry.ts";
import type { ReceiptFault } from "../../petition/transparency/receipt.ts";
import { Icon } from "../design/icon.tsx";
import { Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";

export type CheckFault =
  | "malformed"
  | ReceiptFault
  /** The site's own head is not signed by its key. */
  | "present-signature"
  /** The site's head is older than the receipt's. */
  | "rewound"
  /** The receipt's head is no beginning of the site's. */
  | "changed";

export type Checked =
  | { outcome: "true"; code: string; index: number; reason: Added; hour: string; address: string; size: number }
  | { outcome: "false"; fault: CheckFault }
  /** The site's own files could not be had: nothing is said of the receipt. */
  | { outcome: "unreadable" };

/** In the order in which they are made, each with what it may find. */
const STEPS = {
  readable: ["malformed"],
  log: ["another-log"],
  entry: ["entry", "commitment"],
  signed: ["head", "signature"],
  included: ["inclusion"],
  present: ["present-signature"],
  unchanged: ["rewound", "changed"],
} as const satisfies Record<string, CheckFault[]>;

type Step = keyof typeof STEPS;

interface StepTaken {
  step: Step;
  state: "passed" | "failed" | "open";
}

export function stepsTaken(checked: Exclude<Checked, { outcome: "unreadable" }>): StepTaken[] {
  const steps = Object.keys(STEPS) as Step[];
  const faults: Record<Step, readonly CheckFault[]> = STEPS;
  const failed = checked.outcome === "true" ? -1 : steps.findIndex((step) => faults[step].includes(checked.fault));
  return steps.map((step, place) => {
    if (failed < 0 || place < failed) return { step, state: "passed" };
    return { step, state: place === failed ? "failed" : "open" };
  });
}

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
      <p>
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
      <p>{t("transparency.verify.steps")}</p>
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
