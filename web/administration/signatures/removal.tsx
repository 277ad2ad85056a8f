import type { AdminSignature } from "../../../contract/administration/signatures.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Kept, useTranslations } from "../../translation.tsx";
import { useAct } from "../server-state.tsx";

export function Removal({ signature, onClose, onEnd }: { signature: AdminSignature | null; onClose(): void; onEnd(): void }) {
  const t = useTranslations();
  const { mutate: remove, isPending } = useAct((ask, id: string) => ask("DELETE", `signatures/${id}`), {
    done: () => ({ title: t("administration.remove.done.title"), text: t("administration.remove.done.text") }),
    failed: { title: t("administration.remove.failed.title"), text: t("administration.remove.failed.text") },
    onEnd() {
      onClose();
      onEnd();
    },
  });
  return (
    <Dialog
      open={signature !== null}
      onClose={onClose}
      title={t("administration.remove.question", { name: signature?.fullName ?? "" })}
    >
      <p>
        <Kept>{t("administration.remove.consequence")}</Kept>
      </p>
      <div className="row">
        <Button
          kind="danger"
          busy={isPending}
          busyLabel={t("administration.remove.sending")}
          onClick={() => signature && remove(signature.id)}
        >
          {t("administration.remove.confirm")}
        </Button>
        <Button kind="quiet" onClick={onClose} data-first>
          {t("administration.remove.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
