import type { Base } from "../base.ts";
import { usedCaptchas } from "../database/schema.ts";
import { deleteDue } from "../tasks/delete-due.ts";
import type { Leftovers } from "../tasks/sweep.ts";

export function captchaLeftovers({ db, clock }: Pick<Base, "db" | "clock">): Leftovers {
  const { expiresAt: time, id: key } = usedCaptchas;
  return (work) => deleteDue(db, work, { table: usedCaptchas, time, key, until: clock.now() });
}
