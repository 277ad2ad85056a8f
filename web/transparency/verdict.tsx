import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { useTranslations } from "../translation.tsx";

const LOOKS = { true: ["ok", "tick"], false: ["bad", "close"], unreadable: ["wait", "clock"] } as const;
const SIGNS = { passed: "tick", failed: "close", open: "forward" } as const;

interface VerdictProps {
  outcome: keyof typeof LOOKS;
  title: string;
  steps: { text: string; state: keyof typeof SIGNS }[];
  children: ReactNode;
}

/** `steps`: in their order, each with what it may find. `passed`: how many, where that is not all before the one that failed. */
export function statesOf<Step extends string>(steps: Record<Step, readonly string[]>, fault: string | null, passed?: number) {
  const names = Object.keys(steps) as Step[];
  const failed = fault === null ? names.length : names.findIndex((step) => steps[step].includes(fault));
  return names.map((step, place) => {
    const state = place === failed ? "failed" : place < (passed ?? failed) ? "passed" : "open";
    return { step, state } as const;
  });
}

export function Verdict({ outcome, title, steps, children }: VerdictProps) {
  const t = useTranslations();
  const [look, icon] = LOOKS[outcome];
  return (
    <div className="verdict" data-outcome={outcome}>
      <span className={`stamp ${look}`} aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
      {steps.length > 0 && (
        <div className="verdict-steps">
          <p>{t("transparency.verify.steps")}</p>
          <ol>
            {steps.map(({ text, state }) => (
              <li key={text} data-state={state}>
                <Icon name={SIGNS[state]} />
                <span>
                  <span>{text}</span> <b>{t(`transparency.verify.state.${state}`)}</b>
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
