import { EventEmitter } from "node:events";
import { PERSONAL_ACTS } from "../petition/personal.ts";
import { type PetitionConfig, petitionConfig } from "../petition.config.ts";
import type { Context } from "./context.ts";
import { openEnding } from "./ledger/ending/ending.ts";
import { openTombstones } from "./ledger/erasure/tombstones.ts";
import type { Clock } from "./platform/clock.ts";
import type { Configuration } from "./platform/config/configuration.ts";
import { readHandover } from "./platform/config/petition-config.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import { makeCrypto } from "./platform/crypto/crypto.ts";
import { migrateDatabase, requireMigrated, requireOwn } from "./platform/database/migrate.ts";
import { openDatabase } from "./platform/database/open.ts";
import { watchAttackLevel } from "./platform/limits/attack-level.ts";
import { makeLimits } from "./platform/limits/limits.ts";
import { openPeak } from "./platform/limits/peak.ts";
import { type LogOptions, openLog } from "./platform/log.ts";
import { allTranslators } from "./platform/translators.ts";

export interface ContextTools {
  configuration: Configuration;
  secrets: Pick<Secrets, "databaseUrl" | "secretKeys">;
  clock: Clock;
  logger: LogOptions | false;
  handover?: PetitionConfig["handover"];
  callsOnly?: boolean;
  report?: (sentence: string) => void;
  onFailure?: (failure: Error) => void;
}

/** What it opens is closed with `opened`. Throws why it cannot be opened. */
export async function openContext(tools: ContextTools, opened: AsyncDisposableStack): Promise<Context> {
  const { configuration, secrets, clock, callsOnly, report, onFailure } = tools;
  const { dataFolder, rateLimits } = configuration;
  const handover = readHandover(tools.handover ?? petitionConfig.handover);
  const log = openLog(tools.logger);
  const database = await openDatabase({ url: secrets.databaseUrl ?? undefined, dataFolder, onFailure });
  opened.defer(() => database.close());
  await (callsOnly ? requireMigrated(database) : migrateDatabase(database, { report }));
  await requireOwn(database, petitionConfig.petitionId);

  const { db } = database;
  const crypto = makeCrypto(secrets.secretKeys);
  const tombstones = openTombstones({ db, clock, log, dataFolder });
  opened.defer(() => tombstones.settled());
  const events: Context["events"] = new EventEmitter();
  const changed = () => void events.emit("changed");
  let { port } = configuration;

  return {
    ...{ configuration, clock, log, database, db, crypto, tombstones },
    translators: allTranslators(),
    limits: makeLimits({ crypto, clock, limits: { ...rateLimits, personal: PERSONAL_ACTS } }),
    attack: watchAttackLevel({ clock }),
    peak: openPeak({ configuration, clock, log, database }),
    ending: openEnding({ db, clock, log, dataFolder, handover, changed }),
    events,
    changed,
    wake: () => void events.emit("wake"),
    publicUrl: () => configuration.publicUrl || `http://localhost:${port}`,
    listensOn(got) {
      port = got;
    },
  };
}
