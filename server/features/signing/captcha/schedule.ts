import type { Base } from "../../../platform/base.ts";
import { usedCaptchas } from "../../../platform/database/schema.ts";
import { deleteDue } from "../../../platform/jobs/delete-due.ts";
import type { Leftovers } from "../../../platform/jobs/sweep.ts";

export function captchaLeftovers({ db, clock }: Pick<Base, "db" | "clock">): Leftovers {
  const { expiresAt: time, id: key } = usedCaptchas;
  return (work) => deleteDue(db, work, { table: usedCaptchas, time, key, until: clock.now() });
}
