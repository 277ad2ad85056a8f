import type { Stored, StoredGroup } from "../../contract/personal.ts";
import { Kept, useTranslations } from "../translation.tsx";

/**
 * What all of a group have in common is said once, above them; until when, also where it holds for most. The page would
 * be very long: only the first group stands open, on paper all do.
 */
export function StoredList({ groups }: { groups: StoredGroup[] }) {
  const t = useTranslations();
  return groups.map(({ title, entries }, index) => {
    const why = mostCommon(entries, "why");
    const until = mostCommon(entries, "until");
    return (
      <details key={title} className="fold" open={index === 0}>
        <summary>
          <h3>
            <Kept>{title}</Kept>
          </h3>
        </summary>
        <Reason
          why={why.isOfAll ? why.text : null}
          until={until.text && t(until.isOfAll ? "personal.stored.until" : "personal.stored.usually", { until: until.text })}
        />
        <dl className="facts">
          {entries.map((entry) => (
            <Row
              key={entry.label + entry.value.join()}
              entry={entry}
              why={why.isOfAll ? null : entry.why}
              until={entry.until === until.text ? null : t("personal.stored.until", { until: entry.until })}
            />
          ))}
        </dl>
      </details>
    );
  });
}

function Row({ entry: { label, value, href }, why, until }: { entry: Stored; why: string | null; until: string | null }) {
  const t = useTranslations();
  return (
    <div className="stored">
      <dt>
        <Kept>{label}</Kept>
      </dt>
      <dd>
        {value.map((line) => (
          <p key={line}>
            <bdi>{line}</bdi>
          </p>
        ))}
        {href && (
          <p>
            <a href={href}>{t("personal.stored.readConsent")}</a>
          </p>
        )}
        <Reason why={why} until={until} />
      </dd>
    </div>
  );
}

function Reason({ why, until }: { why: string | null; until: string | null }) {
  const text = [why, until].filter(Boolean).join(" ");
  if (text === "") return null;
  return (
    <p className="small soft">
      <Kept>{text}</Kept>
    </p>
  );
}

function mostCommon(entries: Stored[], what: "why" | "until"): { text: string | null; isOfAll: boolean } {
  const times = new Map<string, number>();
  for (const entry of entries) times.set(entry[what], (times.get(entry[what]) ?? 0) + 1);
  const [text, count] = [...times].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 1]);
  return count > 1 ? { text, isOfAll: count === entries.length } : { text: null, isOfAll: false };
}
