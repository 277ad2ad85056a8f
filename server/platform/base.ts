/**
 * What one process of the site stands on, before anything that is about signatures. A function asks for the part that it needs:
 * `Pick<Base, "db" | "clock">`.
 */

import type { Clock } from "./clock.ts";
import type { Configuration } from "./config/configuration.ts";
import type { Crypto } from "./crypto/crypto.ts";
import type { Database } from "./database/open.ts";
import type { AttackLevel } from "./limits/attack-level.ts";
import type { Limits } from "./limits/limits.ts";
import type { Peak } from "./limits/peak.ts";
import type { PollInterval } from "./limits/poll-interval.ts";
import type { Log } from "./log.ts";
import type { Signal } from "./signal.ts";
import type { Translators } from "./translators.ts";

export interface Base {
  configuration: Configuration;
  clock: Clock;
  log: Log;
  database: Database;
  db: Database["db"];
  crypto: Crypto;
  translators: Translators;
  limits: Limits;
  /** How often open pages ask. */
  pollInterval: PollInterval;
  /** Of attempts to sign, in this process. */
  attack: AttackLevel;
  /** Whether this process spares itself. */
  peak: Peak;
  /** This process has counted or erased, or pages say something else: what is remembered of them is out of date. */
  changed: Signal;
  /** An e-mail waits in the outbox. */
  wake: Signal;
  /** The address in links, without a slash at its end. Without a setting it is the one we listen on: ask once we do. */
  publicUrl(): string;
  /** Told of the port that the server got. */
  listensOn(port: number): void;
}
