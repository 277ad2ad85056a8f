/** Sockets that systemd listens at before the site has started and after it has ended: meanwhile connections wait in the kernel (sd_listen_fds(3)). */
import { type Environment, UnusableSetting } from "./kinds.ts";

/** Whoever hands sockets over puts them behind input, output and errors. */
const FIRST = 3;

/** Their file descriptors; null where none was handed to this very process. Throws {@link UnusableSetting} for what is no count. */
export function givenSockets({ LISTEN_FDS, LISTEN_PID }: Environment, pid = process.pid): number[] | null {
  if (!LISTEN_FDS || LISTEN_PID !== String(pid)) return null;
  if (!/^[1-9]\d?$/.test(LISTEN_FDS)) throw new UnusableSetting("LISTEN_FDS: the number of sockets handed over, from 1 to 99.");
  return Array.from({ length: Number(LISTEN_FDS) }, (_, place) => FIRST + place);
}
