import { useState } from "react";
import type { SignField } from "../../contract/signing.ts";
import type { FieldRefusal } from "../../contract/visitor.ts";
import { useTranslations } from "../translation.tsx";
import { type CheckedField, type Faults, faultOf } from "./check-signing.ts";
import { goTo, PLACES, signatureIn } from "./form-fields.ts";

export interface FormFaults {
  faults: Faults;
  /** What was wrong when the form was sent. It does not change while faults are corrected. */
  summary: { href: string; text: string }[];
  look(field: CheckedField, form: FormData): void;
  show(found: Faults): void;
}

export function useFaults(refusals: FieldRefusal<SignField>[]): FormFaults {
  const t = useTranslations();
  const [faults, setFaults] = useState<Faults>(() => faultsFrom(refusals));
  const [summary, setSummary] = useState(() => summaryOf(faultsFrom(refusals)));
  return {
    faults,
    summary,
    look(field, form) {
      const fault = faultOf(field, signatureIn(form), t) ?? undefined;
      setFaults((known) => ({ ...known, [field]: fault }));
    },
    show(found) {
      setFaults(found);
      const list = summaryOf(found);
      // A lone wrong sum needs no list: the new one is where to go on.
      const onlyCaptcha = list.length === 1 && found.captcha !== undefined;
      setSummary(onlyCaptcha ? [] : list);
      if (onlyCaptcha) goTo(PLACES.captcha);
    },
  };
}

export function faultsFrom(refusals: FieldRefusal<SignField>[]): Faults {
  const faults: Faults = {};
  for (const { field, message } of refusals) {
    const place = field === "sessionId" ? "captcha" : field;
    if (place in PLACES) faults[place as keyof Faults] ??= message;
  }
  return faults;
}

function summaryOf(faults: Faults): FormFaults["summary"] {
  return (Object.keys(PLACES) as (keyof Faults)[]).flatMap((field) => {
    const text = faults[field];
    return text === undefined ? [] : [{ href: `#${PLACES[field]}`, text }];
  });
}
