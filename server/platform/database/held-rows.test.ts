/** Somebody holds rows of a person, an administrator or an open console: whoever needs them waits, and nobody else (decision 0041). */
import { expect, test } from "vitest";
import { openHouse } from "../../testing/house.ts";
import { anna, bruno, crowd } from "../../testing/people.ts";

test("all others confirm, that address signs and asks for its link again, and its own link counts once it is let go", async () => {
  const house = await openHouse("server");
  const others = crowd(5);
  await Promise.all([anna, ...others].map((person) => house.sign(person)));
  const [own = "", ...tokens] = await Promise.all([anna, ...others].map((person) => house.tokenOf(person)));
  house.clock.forward(60_000);
  const holder = await house.site.database.pool.connect();
  await holder.query(`begin; select from pending_confirmations where email = '${anna.email}' for update`);

  expect((await house.post("/api/petition/resend", { email: anna.email })).status).toBe(200);
  house.clock.forward(60_000);
  expect((await Promise.all([anna, bruno].map((person) => house.sign(person)))).map(({ status }) => status)).toEqual([
    200, 200,
  ]);

  let isAnswered = false;
  const confirmed = house.confirm(own).finally(() => {
    isAnswered = true;
  });
  const outcomes = (await Promise.all(tokens.map((token) => house.confirm(token)))).map(({ body }) => body.outcome);
  expect([outcomes, isAnswered]).toEqual([Array(5).fill("confirmed"), false]);

  await holder.query("rollback");
  holder.release();
  expect((await confirmed).body.outcome).toBe("confirmed");
  await house.close();
});
