import { useState } from "react";
import type { AdminSignature } from "../../../contract/administration.ts";
import { sentenceOf } from "../../call.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { useToast } from "../../design/toast.tsx";
import { Kept, useSay } from "../../say.tsx";
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
  const say = useSay();
  const toast = useToast();
  const [sending, setSending] = useState(false);

  async function remove(id: string): Promise<void> {
    setSending(true);
    try {
      await ask("DELETE", `signatures/${id}`);
      toast({ title: say("desk.remove.done.title"), text: say("desk.remove.done.text") });
      onRemoved();
    } catch (failure) {
      if (isLockedOut(failure)) return onLockedOut();
      const text = sentenceOf(failure) ?? say("desk.remove.failed.text");
      toast({ kind: "failed", title: say("desk.remove.failed.title"), text });
    } finally {
      setSending(false);
      onClose();
    }
  }

  return (
    <Dialog
      open={signature !== null}
      onClose={onClose}
      title={say("desk.remove.question", { name: signature?.fullName ?? "" })}
    >
      <p>
        <Kept>{say("desk.remove.consequence")}</Kept>
      </p>
      <div className="row">
        <Button
          kind="danger"
          busy={sending}
          busyLabel={say("desk.remove.sending")}
          onClick={() => signature && remove(signature.id)}
        >
          {say("desk.remove.confirm")}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {say("desk.remove.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
