export const ACTORS = ["administrator", "visitor", "site"] as const;
/** `site`: by itself, or because of a mail server; `visitor`: also with a wrong key. */
export type Actor = (typeof ACTORS)[number];

/** A new one needs its name in `messages/…/audit.json`, too. */
const DONE_BY = {
  signed: "visitor",
  resent: "visitor",
  confirmed: "visitor",
  suppressed: "visitor",
  "suppression-undone": "visitor",
  corrected: "visitor",
  erased: "visitor",
  restored: "visitor",
  "login-failed": "visitor",
  held: "site",
  bounced: "site",
  complained: "site",
  "name-held": "site",
  "removed-signature": "administrator",
  quarantined: "administrator",
  released: "administrator",
  "name-hidden": "administrator",
  "name-shown": "administrator",
  viewed: "administrator",
  "name-approved": "administrator",
  objected: "administrator",
  exported: "administrator",
  "names-handed-over": "administrator",
  "sent-again": "administrator",
  "collection-changed": "administrator",
  "news-published": "administrator",
  "news-corrected": "administrator",
  "closed-by-date": "site",
  ended: "administrator",
  "ended-by-date": "site",
  "everything-erased": "site",
  "key-rotated": "administrator",
  "log-restarted": "administrator",
  "backed-up": "administrator",
  "backup-restored": "administrator",
  "breach-told": "administrator",
  "paper-entered": "administrator",
  "paper-disagreed": "administrator",
  "paper-counted": "administrator",
  "paper-corrected": "administrator",
  "paper-withdrawn": "administrator",
  "paper-restored": "site",
  "logged-in": "administrator",
} as const satisfies Record<string, Actor>;

export type AuditAction = keyof typeof DONE_BY;
export const AUDIT_ACTIONS = Object.keys(DONE_BY) as AuditAction[];

export const AUDITED = ["signature", "pending_confirmation", "administration"] as const;
export type Audited = (typeof AUDITED)[number];

export const ABOUT_LENGTH_MAX = 100;

export function isOfTheDay(action: string): boolean {
  return action === "erased" || action === "removed-signature";
}

export function isActor(text: unknown): text is Actor {
  return ACTORS.some((actor) => actor === text);
}

export function isAuditAction(text: unknown): text is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === text);
}

export function actionsOf(actor: Actor): AuditAction[] {
  return AUDIT_ACTIONS.filter((action) => DONE_BY[action] === actor);
}

export function actorOf({ action, entityType }: { action: string; entityType: string }): Actor {
  if (isAuditAction(action)) return DONE_BY[action];
  return entityType === ("administration" satisfies Audited) ? "administrator" : "visitor";
}
