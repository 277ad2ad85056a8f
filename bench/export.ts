import { EXPORT_FORMATS, type ExportFormat, openFrames } from "../contract/administration/export.ts";
import { type ExportedRow, exportedAfter } from "../server/administration/signatures/store.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import { openDatabase } from "../server/database/open.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { fillWith } from "./crowd.ts";
import { type Load, processorSeconds } from "./load.ts";
import { memoryOf } from "./memory.ts";

const KEY = "the-key-of-the-benchmark";
const BATCH = 1000;
/** Megabytes by which the server process may grow, however many signatures there are. */
const GROWTH_MAX = 100;
/** Milliseconds. */
const LOOK_EVERY = 50;

export interface ExportFigures {
  /** The baseline: rows read by key in batches as large as the export's, through the same driver, and thrown away. */
  reading: Load;
  /** Megabytes: of the file, and of the process (by how much it grew, and the most it had). */
  exports: Record<ExportFormat, Load & { megabytes: number; growth: number; most: number }>;
}

/** Throws where an export is not whole, or memory grows with its length. */
export async function measureExport(url: string, dataFolder: string, signatures: number): Promise<ExportFigures> {
  const reading = await fillAndRead(url, dataFolder, signatures);
  const server = await startServer({ DATA_DIR: dataFolder, DATABASE_URL: url, ADMIN_KEY: KEY });
  try {
    // What a process needs for its first export at all is no growth.
    for (const format of EXPORT_FORMATS) await take(server, format, signatures / 20);
    const exports = {} as ExportFigures["exports"];
    for (const format of EXPORT_FORMATS) exports[format] = await exported(server, format, signatures);
    return { reading, exports };
  } finally {
    await server.end("SIGTERM");
  }
}

async function fillAndRead(url: string, dataFolder: string, signatures: number): Promise<Load> {
  const database = await openDatabase({ url, dataFolder });
  try {
    await migrateDatabase(database);
    // A million rows take longer than a visitor's statement may.
    await database.pool.query("set statement_timeout = 0");
    await fillWith(database, signatures);
    return await timed(process.pid, async () => {
      let rows = 0;
      for (let last: ExportedRow | null = null; ; ) {
        const batch: ExportedRow[] = await exportedAfter(database.db, last, BATCH);
        rows += batch.length;
        last = batch.at(-1) ?? null;
        if (batch.length < BATCH) return rows;
      }
    });
  } finally {
    await database.close();
  }
}

async function exported(server: ServerProcess, format: ExportFormat, signatures: number) {
  const before = memoryOf(server.pid).now;
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(server.pid).now);
  }, LOOK_EVERY);
  let bytes = 0;
  const load = await timed(server.pid, async () => {
    const taken = await take(server, format, Number.POSITIVE_INFINITY);
    if (taken.rows !== signatures) throw new Error(`The ${format} holds ${taken.rows} of ${signatures} signatures.`);
    bytes = taken.bytes;
    return taken.rows;
  });
  clearInterval(looking);
  const growth = most - before;
  if (growth > GROWTH_MAX) throw new Error(`The process grew by ${Math.round(growth)} MB for the ${format}.`);
  return { ...load, megabytes: bytes / 1e6, growth, most };
}

async function take(
  { url }: ServerProcess,
  format: ExportFormat,
  rowsWanted: number,
): Promise<{ rows: number; bytes: number }> {
  const answer = await fetch(`${url}/api/admin/export?format=${format}&progress=rows`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  if (!answer.ok || !answer.body) throw new Error(`Answered with ${answer.status}`);
  const takeApart = openFrames();
  let rows = 0;
  let bytes = 0;
  for await (const received of answer.body)
    for (const piece of takeApart(received)) {
      rows = piece.rows;
      bytes += piece.bytes.length;
      if (rows >= rowsWanted) return { rows, bytes };
    }
  return { rows, bytes };
}

async function timed(pid: number, act: () => Promise<number>): Promise<Load> {
  const usedBefore = processorSeconds(pid);
  const startedAt = performance.now();
  const done = await act();
  return {
    perSecond: (done * 1000) / (performance.now() - startedAt),
    perCoreSecond: done / (processorSeconds(pid) - usedBefore),
  };
}
