import { EXPORT_FORMATS, type ExportFormat, openFrames } from "../petition/export.ts";
import { type ExportedRow, exportedAfter } from "../server/administration/export/routes.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import type { Chapter, Figure } from "./figure.ts";
import type { Ground } from "./ground.ts";
import { memoryOf } from "./memory.ts";
import { processorSeconds } from "./processor-time.ts";
import { makeRows } from "./rows.ts";

const KEY = "the-key-of-the-benchmark";
const ROWS = 1_000_000;
const BATCH = 200;
/** Megabytes by which the server process may grow, however many signatures there are. */
const GROWTH_MAX = 60;
/** Milliseconds. */
const LOOK_EVERY = 50;

type Speed = Required<Pick<Figure, "perSecond" | "perCoreSecond">>;

/** A million signatures leave the site, beside the same rows read in the same batches and thrown away; how it grows meanwhile. */
export async function measureExport(ground: Ground): Promise<Chapter> {
  const url = await ground.newDatabase("bench_export");
  const dataFolder = ground.folder("export");
  const { reading, signatures } = await fillAndRead(url, dataFolder, ground.isQuick ? ROWS / 100 : ROWS);
  const baseline = "reading them by key in batches";
  const figures: Figure[] = [{ what: baseline, ...reading }];
  const server = await startServer({ DATA_DIR: dataFolder, DATABASE_URL: url, ADMIN_KEY: KEY });
  try {
    // What a process needs for its first export at all is no growth.
    for (const format of EXPORT_FORMATS) await take(server, format, signatures / 20);
    for (const format of EXPORT_FORMATS) {
      const { speed, megabytes, growth } = await exported(server, format, signatures);
      figures.push(
        { what: `exporting them as ${format.toUpperCase()}`, ...speed, against: baseline },
        { what: `its size, MB`, amount: megabytes },
        { what: "by how much the process grew, MB", amount: growth, goal: { of: "amount", most: GROWTH_MAX } },
      );
    }
  } finally {
    await server.end("SIGTERM");
  }
  return { title: `Export of ${signatures.toLocaleString("en")} signatures, PostgreSQL`, figures };
}

async function fillAndRead(url: string, dataFolder: string, count: number): Promise<{ reading: Speed; signatures: number }> {
  const database = await openDatabase({ url, dataFolder });
  try {
    await migrateDatabase(database);
    await makeRows(database, count);
    let signatures = 0;
    const reading = await timed(process.pid, async () => {
      for (let last: ExportedRow | null = null; ; ) {
        const batch: ExportedRow[] = await exportedAfter(database.db, last, BATCH);
        signatures += batch.length;
        last = batch.at(-1) ?? null;
        if (batch.length < BATCH) return signatures;
      }
    });
    return { reading, signatures };
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
  const speed = await timed(server.pid, async () => {
    const taken = await take(server, format, Number.POSITIVE_INFINITY);
    if (taken.rows !== signatures) throw new Error(`The ${format} holds ${taken.rows} of ${signatures} signatures.`);
    bytes = taken.bytes;
    return taken.rows;
  });
  clearInterval(looking);
  return { speed, megabytes: bytes / 1e6, growth: most - before };
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

async function timed(pid: number, act: () => Promise<number>): Promise<Speed> {
  const usedBefore = processorSeconds(pid);
  const startedAt = performance.now();
  const done = await act();
  return {
    perSecond: (done * 1000) / (performance.now() - startedAt),
    perCoreSecond: done / (processorSeconds(pid) - usedBefore),
  };
}
