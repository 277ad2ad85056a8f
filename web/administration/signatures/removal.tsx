import { useState } from "react";
import type { AdminSignature } from "../../../contract/administration/signatures.ts";
import { sentenceOf } from "../../call.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { useToast } from "../../design/toast.tsx";
import { Kept, useTranslations } from "../../translation.tsx";
import { type Ask, isLockedOut } from "../ask.ts";

/** Asks before a signature is deleted, deletes it, says so. */
export function Removal({
  ask,
  signature,
  onClose,
  onRemoved,
  onLockedOut,
}: {
  ask: Ask;
  signature: AdminSignature | null;
  onClose(): void;
  onRemoved(): void;
  onLockedOut(): void;
}) {
  const t = useTranslations();
  const toast = useToast();
  const [sending, setSending] = useState(false);

  async function remove(id: string): Promise<void> {
    setSending(true);
    try {
      await ask("DELETE", `signatures/${id}`);
      toast({ title: t("administration.remove.done.title"), text: t("administration.remove.done.text") });
      onRemoved();
    } catch (failure) {
      if (isLockedOut(failure)) return onLockedOut();
      const text = sentenceOf(failure) ?? t("administration.remove.failed.text");
      toast({ kind: "failed", title: t("administration.remove.failed.title"), text });
    } finally {
      setSending(false);
      onClose();
    }
  }

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
          busy={sending}
          busyLabel={t("administration.remove.sending")}
          onClick={() => signature && remove(signature.id)}
        >
          {t("administration.remove.confirm")}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t("administration.remove.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
