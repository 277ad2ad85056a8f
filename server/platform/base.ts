/** What one process of the site is made of. A function asks for its part: `Pick<Base, "db" | "clock">`. */
import type { EventEmitter } from "node:events";
import type { Clock } from "./clock.ts";
import type { Configuration } from "./config/configuration.ts";
import type { Crypto } from "./crypto/crypto.ts";
import type { Database } from "./database/open.ts";
import type { AttackLevel } from "./limits/attack-level.ts";
import type { Limits } from "./limits/limits.ts";
import type { Peak } from "./limits/peak.ts";
import type { Log } from "./log.ts";
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
  attack: AttackLevel;
  peak: Peak;
  /** This process has counted or erased, or pages say something else: caches are out of date. */
  changed(): void;
  wake(): void;
  events: EventEmitter<{ changed: []; wake: [] }>;
  /** The address in links, without a slash at its end. Without a setting it is the one we listen on: ask once we do. */
  publicUrl(): string;
  listensOn(port: number): void;
}
