import type { Base } from "../../../platform/base.ts";
import { usedCaptchas } from "../../../platform/database/schema.ts";
import { deleteDue } from "../../../platform/jobs/delete-due.ts";
import type { RetentionJob } from "../../../platform/jobs/retention.ts";

export function captchaRetention({ db, clock }: Pick<Base, "db" | "clock">): RetentionJob {
  const { expiresAt: time, id: key } = usedCaptchas;
  return (work) => deleteDue(db, work, { table: usedCaptchas, time, key, until: clock.now() });
}
