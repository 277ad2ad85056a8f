/** Less than a core for each process, by the control groups of Linux: so a small machine shows what more of them carry. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Microseconds: short, so that whoever holds a lock is not stopped for long. */
const PERIOD = 10_000;

const GROUPS = "/sys/fs/cgroup";

/** `share` of a core for each of them from now on; answers what takes the groups away once they have ended. Throws where this user may not. */
export function limitEach(pids: number[], share: number): () => void {
  const groups = pids.map((pid) => {
    const group = join(root(), `petition-bench-${pid}`);
    mkdirSync(group);
    const quota = String(Math.round(share * PERIOD));
    const limits = isUnified()
      ? { "cpu.max": `${quota} ${PERIOD}` }
      : { "cpu.cfs_period_us": `${PERIOD}`, "cpu.cfs_quota_us": quota };
    for (const [file, value] of Object.entries(limits)) writeFileSync(join(group, file), value);
    writeFileSync(join(group, "cgroup.procs"), `${pid}`);
    return group;
  });
  return () => {
    for (const group of groups) rmdirSync(group);
  };
}

/** Whether {@link limitEach} would do it. */
export function mayLimit(): boolean {
  const probe = join(root(), `petition-bench-probe-${process.pid}`);
  try {
    if (isUnified()) writeFileSync(join(GROUPS, "cgroup.subtree_control"), "+cpu");
    mkdirSync(probe);
    const isThere = ["cpu.max", "cpu.cfs_quota_us"].some((file) => existsSync(join(probe, file)));
    rmdirSync(probe);
    return isThere;
  } catch {
    return false;
  }
}

function root(): string {
  return isUnified() ? GROUPS : join(GROUPS, "cpu");
}

function isUnified(): boolean {
  const controllers = join(GROUPS, "cgroup.controllers");
  return existsSync(controllers) && readFileSync(controllers, "utf8").split(/\s/).includes("cpu");
}
