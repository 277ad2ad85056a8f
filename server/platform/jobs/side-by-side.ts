import type { Outbox } from "./outbox.ts";

/** Each has its own kinds and workers, so that many entries of one hold up none of another. */
export function sideBySide(parts: Outbox[]): Outbox {
  return {
    start() {
      for (const part of parts) part.start();
    },
    wake() {
      for (const part of parts) part.wake();
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
    async runDue() {
      const handled = await Promise.all(parts.map((part) => part.runDue()));
      return handled.reduce((sum, one) => sum + one, 0);
    },
  };
}
