import { expect, test } from "vitest";
import { describeApi } from "./discovery.ts";

test("what the description says, examples aside, changes only together with openapi.golden.json", async () => {
  const everything = { takesBounces: true, takesEvents: true, copiesDatabase: true };
  const api = describeApi({ publicUrl: "https://petition.example", name: "More trees", ...everything });
  const unversioned = { ...api, info: { ...api.info, version: "" } };
  const written = JSON.stringify(unversioned, (key, value) => (key === "example" ? undefined : value), 2);
  await expect(`${written}\n`).toMatchFileSnapshot("openapi.golden.json");
});
