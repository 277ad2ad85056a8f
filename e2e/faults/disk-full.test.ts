import { describe, expect, test } from "vitest";
import { mayMount, openSmallDisk } from "../../server/testing/small-disk.ts";
import { figure } from "./figures.ts";
import { A_WHILE } from "./long.ts";
import { onOwnPostgres } from "./own-postgres.ts";
import { type LoadedSite, underLoad } from "./under-load.ts";

const MEGABYTES = { embedded: 256, server: 512 };
/** Until what is allotted already is used up. */
const FOR_LONG = { timeout: 60_000 };

const isMountable = await mayMount();
if (!isMountable)
  console.warn("NOT TRIED: a full disk, since this user may mount none. As root, `npm run faults -- disk-full` tries it.");

function refused({ url }: LoadedSite): Promise<number> {
  return figure(url, "petition_acts_total", 'act="sign",outcome="unavailable"');
}

describe.skipIf(!isMountable)("The disk is full", () => {
  test(
    "under the embedded database: forms are refused in words or the process ends, and once there is room it has all that was acknowledged",
    async () => {
      await using opened = new AsyncDisposableStack();
      const disk = await openSmallDisk(MEGABYTES.embedded);
      opened.defer(() => disk.close());
      const site = opened.use(await underLoad({ engine: "embedded", within: disk.folder }));
      await site.work(20);
      await site.during("The disk is full", async () => {
        await disk.fill();
        await expect.poll(async () => site.hasEnded() || (await refused(site)) > 5, FOR_LONG).toBe(true);
        await disk.makeRoom();
        // As its supervisor does.
        if (site.hasEnded()) await site.startAgain();
      });
      await site.work(20);
      await site.expectNothingLost();
    },
    A_WHILE,
  );

  test(
    "under PostgreSQL: forms are refused in words, pages go on, and all goes on by itself once there is room",
    async () => {
      await using opened = new AsyncDisposableStack();
      const disk = await openSmallDisk(MEGABYTES.server);
      opened.defer(() => disk.close());
      const { site } = opened.use(await onOwnPostgres({ within: disk.folder }));
      await site.work(20);
      await site.during("The disk is full under PostgreSQL", async () => {
        await disk.fill();
        await expect.poll(() => refused(site), FOR_LONG).toBeGreaterThan(5);
        await disk.makeRoom();
      });
      await site.work(20);
      await site.expectNothingLost();
    },
    A_WHILE,
  );
});
