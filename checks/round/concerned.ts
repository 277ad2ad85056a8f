/** What a change concerns, where no import shows it: files that are read, built into pages, or started as processes. */

export interface Concerned {
  /** Anything may be concerned: all tests. */
  everything: boolean;
  /** Types, lint and what nobody uses. */
  check: boolean;
  build: boolean;
  /** Tests, and files whose importers are tests: what changed, and what stands for what is not imported. */
  related: string[];
}

const EVERYTHING =
  /^(?:(?:e2e\/)?package(?:-lock)?\.json|(?:campaign\/)?[\w-]+\.config\.ts|campaign-folder\.ts|tsconfig\.json|e2e\/before\.ts|server\/testing\/postgres\.ts)$/;
/** As `npm run build` reads them. */
const PAGES = /^(?:web|client|petition|contract|messages|campaign|public)\/|^LICENSE$/;
const TEST = /\.test\.ts$/;
/** They ask a site for its pages. */
const ASKING = /^(?:e2e|server\/(?:platform\/http|features\/(?:discovery|consent)))\/.*\.test\.ts$/;
/** They look at the repository itself: fast, and concerned by everything. */
const LOOKING = /^checks\/.*\.test\.ts$/;

/** Whoever imports the one on the right reads, or starts, what is on the left. */
const READ: [what: RegExp, by: string][] = [
  [/^(?:campaign\/)?messages\/.*\.json$/, "messages/catalogue.ts"],
  [/^server\/platform\/database\/migrations\//, "server/platform/database/migrate.ts"],
  [/^server\/platform\/database\//, "server/platform/database/embedded.ts"],
  [/^(?:server|log-tools|client|petition|contract|messages|campaign)\//, "server/testing/process.ts"],
];

/** `changed` and `tracked`: paths of the repository. */
export function concernedBy(changed: string[], tracked: string[]): Concerned {
  const code = changed.filter((file) => !file.endsWith(".md"));
  const built = code.filter((file) => PAGES.test(file) && !TEST.test(file));
  const asking = built.length > 0 ? tracked.filter((file) => ASKING.test(file)) : [];
  const readers = READ.filter(([what]) => code.some((file) => what.test(file) && !TEST.test(file))).map(([, by]) => by);
  const looking = tracked.filter((file) => LOOKING.test(file));
  return {
    everything: changed.some((file) => EVERYTHING.test(file)),
    check: code.length > 0,
    build: code.length > 0,
    related: [...new Set([...code, ...readers, ...asking, ...looking])].sort(),
  };
}
