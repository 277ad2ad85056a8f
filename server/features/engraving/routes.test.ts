import { gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, test } from "vitest";
import { drawEngraving, LAST_STEP } from "../../../petition/engraving.ts";
import { engravingRoutes } from "./routes.ts";

const app = fastify({ exposeHeadRoutes: false });
engravingRoutes(app);

test("each step is a picture that may be kept for good, compressed where that is understood", async () => {
  const plain = await app.inject("/drawings/engraving/21");
  expect(plain.statusCode).toBe(200);
  expect(plain.headers).toMatchObject({
    "content-type": expect.stringContaining("image/svg+xml"),
    "cache-control": expect.stringContaining("immutable"),
    vary: "Accept-Encoding",
  });
  expect(plain.body).toBe(drawEngraving(21));
  const packed = await app.inject({ url: "/drawings/engraving/21", headers: { "accept-encoding": "gzip" } });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
});

test.each([LAST_STEP + 1, "007", "-1", "1.5", "x", ""])("there is no step %s", async (step) => {
  const { statusCode } = await app.inject(`/drawings/engraving/${step}`);
  expect(statusCode).toBe(404);
});
