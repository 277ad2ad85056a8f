import type { Outbox } from "./outbox.ts";

/** Each with kinds and workers of its own, so that what one of them has piled up holds nothing of another up. */
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
