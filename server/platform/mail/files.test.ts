import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LINK_LIFETIME, PURGE_EVERY } from "../../../petition/confirmation.ts";
import { openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";

test("A site without a mail server keeps Anna's e-mail as long as its link works, and no longer", async () => {
  const house = await openHouse("embedded", { SMTP_URL: "" });
  try {
    const files = () => readdir(join(house.dataFolder, "outbox"));
    await house.sign(anna);
    await house.site.outbox.runDue();
    house.clock.forward(LINK_LIFETIME - PURGE_EVERY);
    await house.site.tasks.runDue();
    expect(await files()).toEqual([expect.stringMatching(/\.eml$/)]);
    house.clock.forward(2 * PURGE_EVERY);
    await house.site.tasks.runDue();
    expect(await files()).toEqual([]);
  } finally {
    await house.close();
  }
});
