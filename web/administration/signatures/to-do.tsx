import type { ReactNode } from "react";
import type { AdminStats } from "../../../contract/administration/signatures.ts";
import { HOLD_DECIDED_WITHIN } from "../../../petition/suspicion.ts";
import { Text, useTranslations } from "../../translation.tsx";
import { useOperations } from "../operations/use-operations.ts";
import type { View } from "../place.ts";
import { PlaceLink } from "../place-link.tsx";

/** How today goes, and what waits for the administrator, each with the way to where it is done. */
export function ToDo({ stats }: { stats: AdminStats }) {
  const t = useTranslations();
  const { todaySignatures, yesterdayByNow, namesOnHold, failedMails, antiSpam } = stats;
  const operations = useOperations().data;
  const troubled = operations?.tasks.filter(({ overdue, failures }) => overdue || failures > 0).length ?? 0;
  const jobs: Job[] = [
    { of: "names", count: namesOnHold, view: "overview", narrowed: { state: "name-on-hold" } },
    { of: "suspicious", count: antiSpam.suspiciousActivity, view: "suspicion" },
    { of: "held", count: operations?.held.waiting ?? 0, view: "suspicion" },
    { of: "mails", count: failedMails, view: "mail" },
    { of: "tasks", count: troubled, view: "operations" },
    { of: "placeholders", count: operations?.placeholders.length ?? 0, view: "overview", part: "placeholders" },
    { of: "installation", count: operations?.installation.length ?? 0, view: "overview", part: "installation" },
    { of: "log", count: operations?.log?.fault ? 1 : 0, view: "operations" },
  ];
  const open = jobs.filter(({ count }) => count > 0);
  return (
    <section className="to-do" aria-labelledby="to-do">
      <p className="how">
        {t("administration.today.said", {
          today: todaySignatures,
          yesterday: yesterdayByNow,
          trend: todaySignatures > yesterdayByNow ? "more" : todaySignatures < yesterdayByNow ? "fewer" : "same",
        })}
      </p>
      <h2 id="to-do">{t("administration.toDo.title")}</h2>
      {operations && open.length === 0 && <p className="soft">{t("administration.toDo.nothing")}</p>}
      <ul>
        {open.map((job) => (
          <li key={job.of}>
            <Text
              of={`administration.toDo.${job.of}`}
              values={{ count: job.count, days: HOLD_DAYS }}
              tags={{ a: wayTo(job) }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const HOLD_DAYS = HOLD_DECIDED_WITHIN / (24 * 60 * 60_000);

interface Job {
  of: "names" | "suspicious" | "held" | "mails" | "tasks" | "placeholders" | "installation" | "log";
  count: number;
  view: View;
  narrowed?: Record<string, string>;
  part?: string;
}

function wayTo({ view, narrowed, part }: Job) {
  return (inner: ReactNode) => (
    <PlaceLink view={view} narrowed={narrowed} part={part}>
      {inner}
    </PlaceLink>
  );
}
