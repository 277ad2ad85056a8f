/** The new key is in the file alone: no answer, no log and no audit line holds it. */
import type { KeyRotated, RotationRequest } from "../../../contract/administration/keys.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import type { Secrets } from "../../platform/config/secrets.ts";
import { newKey, readKeyFile, replaceKeyFile } from "../../platform/crypto/key-files.ts";

type Tools = Pick<Context, "db" | "clock"> & Pick<Secrets, "keyFiles">;

/** The administrator's key holds at once, the secret one from the next start on. Null where the environment sets it. */
export async function rotateKey(
  { db, clock, keyFiles }: Tools,
  { key, forgetOld }: RotationRequest,
): Promise<KeyRotated | null> {
  const file = keyFiles[key];
  if (file === null) return null;
  const old = key === "secret" && !forgetOld ? readKeyFile(file).split(",") : [];
  const keys = [newKey(), ...old.map((one) => one.trim())];
  await db.transaction(async (tx) => {
    await writeAudit(tx, clock, {
      entityType: "administration",
      entityId: "key",
      action: "key-rotated",
      changes: { key, ...(key === "secret" && { forgotOld: forgetOld }) },
    });
    // Last, so that no key changes without its line.
    replaceKeyFile(file, keys.join(","));
  });
  return { file, keys: keys.length };
}
