import { useQuery } from "@tanstack/react-query";
import type { Moved, QuarantinePreview, Selection } from "../../../contract/administration/suspicion.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { useTranslations } from "../../translation.tsx";
import { named } from "../place.ts";
import { useAct } from "../server-state.tsx";

export interface Move {
  act: "quarantine" | "release";
  selection: Partial<Selection>;
}

interface Moving {
  onClose(): void;
  onEnd(): void;
}

/** Says how many a move would take and what becomes of the number, and moves exactly those. */
export function QuarantineDialog({ move, ...moving }: Moving & { move: Move | null }) {
  const t = useTranslations();
  return (
    <Dialog open={move !== null} onClose={moving.onClose} title={t(`suspicion.${move?.act ?? "quarantine"}.title`)}>
      {move && <Preview move={move} {...moving} />}
    </Dialog>
  );
}

function Preview({ move: { act, selection }, onClose, onEnd }: Moving & { move: Move }) {
  const t = useTranslations();
  const { data: answer, isError } = useQuery<QuarantinePreview>({
    queryKey: ["quarantine", new URLSearchParams(named(selection)).toString()],
    // Nobody agrees to a number from the last time, nor to one that changes under the hand.
    gcTime: 0,
    staleTime: "static",
  });
  const count = answer && (act === "quarantine" ? answer.counted : answer.quarantined);
  const { mutate: run, isPending } = useAct(
    (ask, expected: number) => ask<Moved>("POST", act, { body: { ...selection, expected } }),
    {
      done: ({ moved }) => ({ title: t(`suspicion.${act}.done`, { count: moved }) }),
      failed: { title: t("suspicion.failed.title") },
      onEnd() {
        onClose();
        onEnd();
      },
    },
  );

  return (
    <>
      <div role="status">
        {count === undefined && <p>{isError ? t("suspicion.failed.loading") : t("suspicion.counting")}</p>}
        {count === 0 && <p>{t("suspicion.nothing")}</p>}
        {answer && count !== undefined && count > 0 && (
          <>
            <p className="font-semibold">{t(`suspicion.${act}.question`, { count })}</p>
            <p>
              {t(`suspicion.${act}.consequence`, {
                from: answer.signatureCount,
                to: answer.signatureCount + (act === "quarantine" ? -count : count),
              })}
            </p>
          </>
        )}
      </div>
      <div className="row">
        {count !== undefined && count > 0 && (
          <Button busy={isPending} busyLabel={t("suspicion.sending")} onClick={() => run(count)}>
            {t(`suspicion.${act}.confirm`)}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {t("suspicion.cancel")}
        </Button>
      </div>
    </>
  );
}
