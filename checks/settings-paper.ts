/** docs/reference/settings.md, read back. */
import { SETTINGS } from "../server/platform/config/schema.ts";
import { SET_SECRETS } from "../server/platform/config/secrets.ts";
import { textOf } from "./tracked.ts";

export const SCHEMAS = { ...SETTINGS.shape, ...SET_SECRETS.shape };

const LINE = /^\| \[?`([A-Z_]+)`\S* \| (.*?) \| (?:`(.+?)`)? \| .+ \|$/gm;

export const SETTING_LINES = [...textOf("docs/reference/settings.md").matchAll(LINE)].map(
  ([, name = "", without = "", example]) => ({ name: name as keyof typeof SCHEMAS, without, example }),
);
