import type { CollectionChange } from "../../../contract/administration/collection.ts";
import { type CollectionStatus, confirmableUntil } from "../../../petition/collection.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { useTranslations } from "../../translation.tsx";
import { zonedMinute } from "../moment.ts";

/** Says what will happen before it does. `kind`: where it leads, or `same` where only the notice changes. */
export function CollectionQuestion({
  change,
  kind,
  pending,
  lifetime,
  sending,
  onAnswer,
}: {
  change: CollectionChange | null;
  kind: CollectionStatus | "same";
  pending: number;
  lifetime: number;
  sending: boolean;
  onAnswer(isMeant: boolean): void;
}) {
  const t = useTranslations();
  const until = zonedMinute(confirmableUntil(new Date(), lifetime));
  return (
    <Dialog open={change !== null} onClose={() => onAnswer(false)} title={t(`administration-collection.${kind}.ask`)}>
      <p>{t(`administration-collection.${kind}.consequence`, { pending, until })}</p>
      <div className="row">
        <Button
          kind={kind === "closed" ? "danger" : "solid"}
          busy={sending}
          busyLabel={t("administration-collection.sending")}
          onClick={() => onAnswer(true)}
        >
          {t(`administration-collection.${kind}.confirm`)}
        </Button>
        <Button kind="quiet" onClick={() => onAnswer(false)}>
          {t("administration.remove.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
