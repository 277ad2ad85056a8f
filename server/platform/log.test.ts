import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "../testing/process.ts";

const FULL = "/dev/full";

const PROGRAM = `
  import { setTimeout as pause } from "node:timers/promises";
  import { openLog } from "./server/platform/log.ts";
  const log = openLog({ level: "info" });
  for (let line = 0; line < 20; line++) {
    log.warn("a line");
    await pause(5);
  }
  process.stderr.write("goes on");
`;

test.skipIf(!existsSync(FULL))("The log is a file on a disk that is full: lines are lost, the process goes on", () => {
  const full = openSync(FULL, "w");
  const args = ["--import", "./server/prepare.mjs", "--input-type=module", "--eval", PROGRAM];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  closeSync(full);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "goes on" });
});
