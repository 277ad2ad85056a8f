import { ADDED, type Added, REMOVED, type Removed } from "../../petition/transparency/entry.ts";
import { Kept, useFormat, useTranslations } from "../translation.tsx";
import type { Reasons } from "./history.ts";

/** Every reason that an entry can have, what it means, and how often it was given. */
export function Classes({ sums }: { sums: Reasons }) {
  const t = useTranslations();
  const format = useFormat();
  const groups: { name: string; sign: string; reasons: readonly (Added | Removed)[]; counts: Reasons[keyof Reasons] }[] = [
    { name: t("transparency.history.added"), sign: "+", reasons: ADDED, counts: sums.added },
    { name: t("transparency.history.taken"), sign: "−", reasons: REMOVED, counts: sums.removed },
  ];
  return (
    <div className="classes">
      {groups.map(({ name, sign, reasons, counts }) => (
        <section key={sign} aria-label={name}>
          <h4>{name}</h4>
          <dl>
            {reasons.map((reason) => {
              const count = (counts as Partial<Record<string, number>>)[reason] ?? 0;
              return (
                <div key={reason}>
                  <dt>
                    <span>{t(`transparency.history.reason.${reason}`)}</span>{" "}
                    <b className="tab">{(count > 0 ? sign : "") + format.number(count)}</b>
                  </dt>
                  <dd>
                    <Kept>{t(`transparency.history.meaning.${reason}`)}</Kept>
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </div>
  );
}
