import type { Config } from "@react-router/dev/config";
import { BUILD_FOLDER } from "./campaign-folder.ts";

export default { appDirectory: "web", buildDirectory: BUILD_FOLDER, ssr: true, serverModuleFormat: "esm" } satisfies Config;
