/** Whoever makes load, or is a baseline, is a process of its own: what it costs must not be counted as the site's. */
import { fork } from "node:child_process";
import { join } from "node:path";

type Sent<Answer, Note> = { answer: Answer } | { note: Note } | { failure: string };

export interface Beside {
  pid: number;
  /** One order at a time. Throws what the other process failed with. */
  ask<Answer, Note = never>(order: unknown, hear?: (note: Note) => void): Promise<Answer>;
  end(): void;
}

/** `file`: of this folder; it calls {@link takeOrders}. */
export function startBeside(file: string): Beside {
  const child = fork(join(import.meta.dirname, file), [], { execArgv: [] });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  return {
    pid: child.pid ?? 0,
    ask<Answer, Note>(order: unknown, hear?: (note: Note) => void) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const listen = (sent: Sent<Answer, Note>) => {
        if ("note" in sent) return hear?.(sent.note);
        child.off("message", listen).off("exit", leave);
        if ("answer" in sent) resolve(sent.answer);
        else reject(new Error(`${file}: ${sent.failure}`));
      };
      const leave = () => reject(new Error(`${file} has ended.`));
      child.on("message", listen).once("exit", leave);
      child.send(order as object);
      return promise;
    },
    end() {
      process.off("exit", kill);
      kill();
    },
  };
}

/** In the other process: `note` is heard before the answer is. It ends with the one that started it. */
export function takeOrders<Order, Answer, Note = never>(
  act: (order: Order, note: (note: Note) => void) => Promise<Answer>,
): void {
  const send = (sent: Sent<Answer, Note>) => void process.send?.(sent);
  process.on("message", (order: Order) => {
    act(order, (note) => send({ note })).then(
      (answer) => send({ answer }),
      (failure: unknown) => send({ failure: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) }),
    );
  });
  process.on("disconnect", () => process.exit());
}
