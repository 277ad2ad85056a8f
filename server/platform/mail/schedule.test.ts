import { expect, test } from "vitest";
import { RETRY_AFTER_MINUTES } from "../../../petition/confirmation.ts";
import { openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECOND_PAUSE = (RETRY_AFTER_MINUTES[1] ?? 0) * MINUTE;

test("What a clock that was ahead has put down does not wait for that hour to come again, and is done once", async () => {
  const house = await openHouse("server");
  try {
    // Woken, it would send before the clock is set back.
    await house.site.outbox.stop();
    house.clock.forward(HOUR);
    await house.sign(anna);
    house.clock.forward(-HOUR);
    house.site.outbox.start();
    await house.sign(bruno);
    await house.site.outbox.runDue();
    const recipients = () => house.inbox.letters.map(({ recipient }) => recipient);
    expect(recipients()).toEqual([bruno.email]);

    await house.site.tasks.runDue();
    await house.site.outbox.runDue();
    expect(recipients()).toEqual([bruno.email, anna.email]);
    expect((await house.confirm(await house.tokenOf(anna))).status).toBe(200);
    house.clock.forward(HOUR);
    await house.site.outbox.runDue();
    expect(recipients()).toHaveLength(2);
  } finally {
    await house.close();
  }
});

test("A next attempt that a clock that was ahead has put off does not wait for that hour either", async () => {
  const house = await openHouse("server");
  try {
    house.inbox.refuseWith(451);
    const attempts = async () => {
      await house.site.outbox.runDue();
      return (await house.rows<{ attempts: number }>("select attempts from outbox")).map((row) => row.attempts);
    };
    await house.sign(anna);
    await expect.poll(attempts).toEqual([1]);
    house.clock.forward(HOUR);
    await house.site.tasks.runDue();
    await expect.poll(attempts).toEqual([2]);
    house.inbox.refuseWith(null);
    house.clock.forward(-HOUR);
    await house.site.tasks.runDue();
    await house.site.outbox.runDue();
    expect(house.inbox.letters).toHaveLength(0);
    house.clock.forward(SECOND_PAUSE);
    await house.site.outbox.runDue();
    expect(house.inbox.of(anna.email)).toHaveLength(1);
  } finally {
    await house.close();
  }
});
