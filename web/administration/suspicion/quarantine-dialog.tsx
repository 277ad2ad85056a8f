import { useState } from "react";
import type { Moved, QuarantinePreview, Selection } from "../../../contract/administration/suspicion.ts";
import { sentenceOf } from "../../call.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { useToast } from "../../design/toast.tsx";
import { useTranslations } from "../../translation.tsx";
import { type Ask, isLockedOut } from "../ask.ts";
import { useAnswer } from "../use-answer.ts";

/** What is about to move, and where to. */
export interface Move {
  act: "quarantine" | "release";
  selection: Partial<Selection>;
}

interface Moving {
  ask: Ask;
  onClose(): void;
  onMoved(): void;
  onLockedOut(): void;
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

function Preview({ move: { act, selection }, ask, onClose, onMoved, onLockedOut }: Moving & { move: Move }) {
  const t = useTranslations();
  const toast = useToast();
  const { answer, failed } = useAnswer<QuarantinePreview>(ask, `quarantine?${queryOf(selection)}`, onLockedOut);
  const [sending, setSending] = useState(false);
  const count = answer && (act === "quarantine" ? answer.counted : answer.quarantined);

  async function run(expected: number): Promise<void> {
    setSending(true);
    try {
      const { moved } = await ask<Moved>("POST", act, { body: { ...selection, expected } });
      toast({ title: t(`suspicion.${act}.done`, { count: moved }) });
    } catch (failure) {
      if (isLockedOut(failure)) return onLockedOut();
      toast({ kind: "failed", title: t("suspicion.failed.title"), text: sentenceOf(failure) ?? undefined });
    }
    onClose();
    onMoved();
  }

  return (
    <>
      <div role="status">
        {count === null && <p>{failed ? t("suspicion.failed.loading") : t("suspicion.counting")}</p>}
        {count === 0 && <p>{t("suspicion.nothing")}</p>}
        {answer && count !== null && count > 0 && (
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
        {count !== null && count > 0 && (
          <Button busy={sending} busyLabel={t("suspicion.sending")} onClick={() => run(count)}>
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

function queryOf(selection: Partial<Selection>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(selection)) if (value) query.set(name, value);
  return query.toString();
}
