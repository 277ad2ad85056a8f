/** `npm run sbom`. */
import { lockFile, writeSbom } from "./sbom.ts";

process.stdout.write(writeSbom(lockFile()));
