import { useQuery } from "@tanstack/react-query";
import type { AdminCharts } from "../../../contract/administration/charts.ts";
import { Button } from "../../design/button.tsx";
import { useTranslations } from "../../translation.tsx";
import { Failed } from "../failed.tsx";
import { Funnel, Languages, Providers } from "./shares.tsx";
import { Days, Hours, Progress } from "./times.tsx";

/** How the petition goes: by hour, by day, on its way to the target, by language, from form to signature. */
export function Charts() {
  const t = useTranslations();
  const { data: charts, isError, refetch } = useQuery<AdminCharts>({ queryKey: ["charts"] });
  return (
    <div className="admin-charts">
      <Button kind="line" onClick={() => refetch()}>
        {t("administration.charts.refresh")}
      </Button>
      {isError && <Failed>{t("administration.charts.failed")}</Failed>}
      {!charts && !isError && <p role="status">{t("administration.charts.loading")}</p>}
      {charts && (
        <>
          <Hours hours={charts.hours} />
          <Days days={charts.days} />
          <Progress charts={charts} />
          <Languages languages={charts.languages} />
          <Funnel funnel={charts.funnel} />
          <Providers providers={charts.providers} />
        </>
      )}
    </div>
  );
}
