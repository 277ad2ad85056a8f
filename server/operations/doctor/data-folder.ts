import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { nearest } from "./disk.ts";
import { type Finding, fault, good, warning } from "./finding.ts";

/** `f_type` of statfs(2). */
const NETWORK: Record<number, string> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  16914839: "9P",
  1397113167: "AFS",
  12805120: "Ceph",
  198183888: "Lustre",
  1702057286: "FUSE",
};
const MEMORY = [0x01021994, 0x858458f6];
const OVERLAY = 0x794c7630;

/** `typeOf` is handed in by tests: few machines have all file systems. */
export function dataFolderIsFit(folder: string, isEmbedded: boolean, typeOf = typeOfFileSystem): Finding[] {
  const isThere = existsSync(folder);
  if (isThere && !statSync(folder).isDirectory()) return [fault(`${folder} is no folder.`, "Name a folder in DATA_DIR.")];
  if (!isWritable(nearest(folder)))
    return [
      fault(
        isThere ? `${folder} cannot be written.` : `there is no ${folder}, and it cannot be made.`,
        "Make it, and give it to the user that the site runs as; run doctor as that user.",
      ),
    ];
  const place = placeFault(folder, isEmbedded, typeOf(nearest(folder)));
  if (place) return [place];
  return [good(isThere ? `${folder} can be written.` : `there is no ${folder} yet: the first start makes it.`)];
}

function placeFault(folder: string, isEmbedded: boolean, type: number): Finding | null {
  const network = NETWORK[type];
  if (network !== undefined && isEmbedded)
    return fault(
      `${folder} lies on a network file system (${network}), on which the embedded database is not safe.`,
      "Move DATA_DIR to a disk of this machine, or use DATABASE_URL.",
    );
  if (MEMORY.includes(type))
    return fault(`${folder} lies in memory: it is gone with the next start of the machine.`, "Move DATA_DIR to a disk.");
  if (type === OVERLAY)
    return warning(
      `${folder} lies in a container's own layer: it is gone with the container.`,
      "Mount a volume there, unless this is no container.",
    );
  return null;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function typeOfFileSystem(folder: string): number {
  return statfsSync(folder).type;
}
