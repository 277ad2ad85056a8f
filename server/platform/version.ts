import manifest from "../../package.json" with { type: "json" };

/** Of the release that runs (CHANGELOG.md). */
export const VERSION = manifest.version;

/** Its name in SPDX. */
export const LICENCE = manifest.license;
