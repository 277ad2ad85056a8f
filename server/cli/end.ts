import type { AdminEnd, EndAnswer } from "../../contract/administration/commands.ts";
import { type AdminApi, type Command, NotDone, noWords } from "./command.ts";
import { count, print, remark, requireYes } from "./terminal.ts";

export const ending: Command = {
  usage: "end [--dry-run] [--yes] [--waive-unconfirmed] [--waive-undecided]",
  summary: "Ends the petition: closes signing, erases everything about persons, keeps the number.",
  options: {
    "dry-run": { type: "boolean", help: "only say what would go" },
    yes: { type: "boolean", help: "do not ask" },
    "waive-unconfirmed": { type: "boolean", help: "do not wait for those whose link still works" },
    "waive-undecided": { type: "boolean", help: "erase uncounted what the site has held and nobody has decided about" },
  },
  notes:
    "After handing over. Nothing brings the data back. Interrupted, it goes on where it stopped: by the site, or when called again.",
  read(typed) {
    noWords(typed, "end");
    const { yes, "dry-run": isDry, "waive-unconfirmed": waive, "waive-undecided": waiveUndecided } = typed.options;
    return async (api, signal) => {
      const before = await api.ask<AdminEnd>("GET", "end");
      for (const [what, figure] of tableOf(before)) print(`${what.padEnd(44)} ${figure}`);
      if (isDry) return remark("Nothing was changed.");
      const question = `End the petition, and erase ${count(before.going.signatures)} signatures for good?`;
      if (!before.endedAt && yes !== true) await requireYes(question, signal);
      await endAll(api, { waive: waive === true, waiveUndecided: waiveUndecided === true }, signal);
    };
  },
};

function tableOf({ signatureCount, going, confirmable, undecided, ...state }: AdminEnd): [string, string][] {
  return [
    ["The number, which stays", count(signatureCount)],
    ["Handed over on", state.handedOverOn ?? "no day is set"],
    ["Erased at the latest on", state.erasedBy ?? "no day is set"],
    ["Ended", state.endedAt ?? "no"],
    ["Erased", state.erasedAt ?? "no"],
    ["Signatures that go", count(going.signatures)],
    ["Held by the site, and not decided about", count(undecided)],
    ["Confirmation links that go", `${count(going.unconfirmed)} (${count(confirmable)} can still be confirmed)`],
    ["E-mails waiting or given up that go", count(going.emails)],
    ["Hashes of mailboxes and networks that go", count(going.hashes)],
    ["Signs of abuse and quarantines that go", count(going.groups)],
    ["Lines of the audit log that go", count(going.lines)],
  ];
}

async function endAll(api: AdminApi, waived: { waive: boolean; waiveUndecided: boolean }, signal: AbortSignal): Promise<void> {
  for (let sum = 0; ; ) {
    signal.throwIfAborted();
    const answer = await api.ask<EndAnswer>("POST", "end", waived);
    if (answer.outcome === "undecided")
      throw new NotDone(
        `Signing is closed. ${count(answer.undecided)} signatures wait in quarantine for somebody to decide: release or delete each, ` +
          "or call this again with --waive-undecided. Nothing was erased.",
      );
    if (answer.outcome === "closed")
      throw new NotDone(
        `Signing is closed. ${count(answer.confirmable)} can still confirm until ${answer.confirmableUntil}: ` +
          "call this again afterwards, or with --waive-unconfirmed. Nothing was erased.",
      );
    sum += answer.erased;
    if (answer.outcome === "erased")
      return remark(`The petition has ended with ${count(answer.signatureCount)} signatures. ${count(sum)} rows were erased.`);
    remark(`${count(sum)} rows erased so far.`);
  }
}
