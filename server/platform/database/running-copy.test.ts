import { mkdir, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHouse } from "../../testing/house.ts";
import { copyRunning, NoRoom } from "./running-copy.ts";

const LEFT = "backup-copy-4d6f6e64-6179-4d6f-8e64-61794d6f6e64";
const BEING_READ = "backup-copy-54756573-6461-4954-8565-736461795475";
const THEIRS = "backup-copy-monday";

test("a copy whose reader was killed is gone after the nightly upkeep; a fresh one, and what is none of ours, stay", async () => {
  const house = await openHouse("embedded");
  try {
    const long = new Date(Date.now() - 60 * 60_000);
    for (const name of [LEFT, THEIRS, BEING_READ]) {
      await mkdir(join(house.dataFolder, name, "database"), { recursive: true });
      if (name !== BEING_READ) await utimes(join(house.dataFolder, name), long, long);
    }
    await house.site.database.maintain({ rewrite: false });
    const copies = (await readdir(house.dataFolder)).filter((name) => name.startsWith("backup-copy-"));
    expect(copies.sort()).toEqual([BEING_READ, THEIRS]);
  } finally {
    await house.close();
  }
});

test("a copy that would leave the database itself no room is not begun", async () => {
  const house = await openHouse("embedded");
  try {
    const { pool } = house.site.database;
    const copying = { dataFolder: house.dataFolder, name: LEFT, room: async () => 80 * 1024 * 1024 };
    await expect(copyRunning(pool, copying)).rejects.toThrow(NoRoom);
    expect((await readdir(house.dataFolder)).filter((name) => name.startsWith("backup-copy-"))).toEqual([]);
  } finally {
    await house.close();
  }
});
