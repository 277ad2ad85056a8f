// Loaded before anything else, as plain JavaScript: older versions cannot even read the server's TypeScript.
import nodeModule from "node:module";
import { pathToFileURL } from "node:url";

const WANTED = 24;
if (Number.parseInt(process.versions.node, 10) < WANTED) {
  console.error(
    `Node.js ${WANTED} or later is needed, this is ${process.versions.node}. Start through npm (npm start), which brings its own on Linux.`,
  );
  process.exit(1);
}

// React chooses its build by this variable when it is first loaded.
process.env.NODE_ENV ??= process.argv.includes("--develop") ? "development" : "production";

if (process.env.CAMPAIGN_DIR?.trim()) {
  const { CAMPAIGN_FOLDER, whyNoCampaign } = await import("../campaign-folder.ts");
  const fault = whyNoCampaign();
  if (fault) {
    console.error(fault);
    process.exit(1);
  }
  const folder = pathToFileURL(`${CAMPAIGN_FOLDER}/`).href;
  nodeModule.registerHooks({
    resolve: (name, context, next) => next(name.replace(/^#campaign\//, folder), context),
  });
}
