import type { KnipConfig } from "knip";

/** A rule that only these know is dead: `knip --production` finds it. */
const BESIDE = ["**/*.test.ts", "{bench,checks,e2e,gallery}/**", "server/testing/**"];

export default ({ production = false }: { production?: boolean }): KnipConfig => ({
  // Started by its path, which knip does not find itself.
  entry: [
    ...(production ? ["server/cli/main.ts!", "deploy/slim.ts!"] : []),
    ...[
      "web/fonts/plugin.ts!",
      "web/share-image/plugin.ts!",
      "web/transparency/handover-check.ts!",
      "web/runtime/plugin.ts!",
      "web/runtime/undecorated.ts!",
      "web/words-plugin.ts!",
      "messages/catalogue.ts!",
      "petition/look.ts!",
      "petition/our-look.ts!",
    ],
    "server/main.ts!",
    "deploy/healthy.mjs!",
    // For other programs.
    "client/client.ts!",
    "bench/*.ts",
    "e2e/another-campaign/*.ts",
    "e2e/faults/clock.mjs",
    "gallery/{gallery,frame}.tsx",
    "gallery/shown/*.tsx",
    "server/testing/{migrate-alone,write-until-killed}.ts",
    "server/testing/read-other-config.mjs",
  ],
  project: ["**/*.{ts,tsx,mjs}!", ...BESIDE.map((pattern) => `!${pattern}!`)],
  // Found by paths that are made of these names; what knip itself supposes wherever React Router's plugin is.
  ignoreDependencies: [
    ...["@fontsource/besley", "@fontsource/source-sans-3", "@expo-google-fonts/source-sans-3", "spdx-license-list"],
    ...["@fontsource-variable/besley", "@fontsource-variable/source-sans-3"],
    "@react-router/node",
    // The release before asks for it (e2e/upgrade.test.ts).
    "@fastify/helmet",
    // Of the tests' own folder of packages.
    ...["@axe-core/playwright", "@sparticuz/chromium", "lighthouse", "playwright-core", "puppeteer-core"],
  ],
  // Of the system, where it is installed.
  ignoreBinaries: ["go", "promtool", "systemd-analyze", "unshare", "xdotool"],
  // What the product uses itself may be handed to a test.
  ignoreExportsUsedInFile: production,
});
