import { expect, test } from "vitest";
import { ACTORS, AUDIT_ACTIONS, actionsOf, actorOf, isActor, isAuditAction } from "./audit.ts";

test("each action is one actor's", () => {
  expect(ACTORS.flatMap(actionsOf).sort()).toEqual([...AUDIT_ACTIONS].sort());
  for (const actor of ACTORS)
    for (const action of actionsOf(actor)) expect(actorOf({ action, entityType: "signature" })).toBe(actor);
});

test.each([
  ["removed-signature", "signature", "administrator"],
  ["login-failed", "administration", "visitor"],
  ["complained", "pending_confirmation", "site"],
  ["never heard of", "administration", "administrator"],
  ["never heard of", "signature", "visitor"],
  ["toString", "signature", "visitor"],
])("%s about a %s: the %s", (action, entityType, actor) => {
  expect(actorOf({ action, entityType })).toBe(actor);
});

test("only what is in the lists is in the lists", () => {
  for (const word of ["", "toString", "Signed", ["signed"], null, 1]) {
    expect(isAuditAction(word)).toBe(false);
    expect(isActor(word)).toBe(false);
  }
});
