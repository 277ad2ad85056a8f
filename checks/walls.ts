/**
 * Who may know whom (README, "Find your way"). Each wall is a sentence that says where the code belongs instead.
 * Tests and scripts may look into any room; these walls are for what runs.
 */
import type { Import } from "./imports.ts";

/** The sentence that an import breaks, or null. */
export function brokenWall(found: Import): string | null {
  const wall = WALLS.find(({ of, breaks }) => of(found.from) && breaks(found));
  return wall ? `${found.from} imports ${found.to}: ${wall.instead}` : null;
}

interface Wall {
  of(file: string): boolean;
  breaks(found: Import): boolean;
  instead: string;
}

/**
 * The rooms of `server`, lowest first: each knows only rooms of the rows before its own, types included. A room is a file or a folder,
 * and needs a place here.
 */
const SERVER_LAYERS = [
  ["platform/clock.ts", "platform/version.ts", "platform/escaped.ts", "platform/on-disk.ts"],
  ["platform/translators.ts", "platform/visitor.ts", "platform/metrics"],
  ["platform/log.ts"],
  ["platform/crypto"],
  ["platform/config"],
  ["platform/database"],
  ["platform/cache"],
  ["platform/limits"],
  ["platform/base.ts"],
  ["platform/jobs"],
  ["platform/mail"],
  ["platform/http"],
  ["ledger/audit"],
  ["ledger/count"],
  ["ledger/erasure"],
  ["ledger/ending"],
  ["ledger/public-log"],
  ["context.ts", "build-stamp.ts", "start-failure.ts"],
  // One feature does not reach into another: the administration and the site join them.
  [
    ...["features/signing", "features/consent", "features/confirmation", "features/collection", "features/supporters"],
    ...["features/open-data", "features/withdrawal", "features/personal", "features/moderation", "features/bounces"],
    ...[
      "features/spreadsheet",
      "features/language",
      "features/news",
      "features/analytics",
      "features/discovery",
      "features/engraving",
    ],
  ],
  ["administration"],
  ["operations/backup"],
  ["operations/doctor", "operations/handover", "operations/metrics"],
  ["operations/alarms"],
  ["open-context.ts", "routes.ts"],
  ["site.ts"],
  // Ways to start it.
  ["build-once.ts"],
  ["development.ts"],
  ["cli", "main.ts"],
];

/** How high each room stands. */
const SERVER_HEIGHTS = new Map<string, number>(
  SERVER_LAYERS.flatMap((rooms, height) => rooms.map((room): [string, number] => [`server/${room}`, height])),
);

const WEB_FEATURES = [
  ...["signing", "confirmation", "collection", "supporters", "withdrawal", "personal", "progress", "language"],
  ...[
    "administration",
    "article",
    "content",
    "discovery",
    "donation",
    "home",
    "material",
    "share-image",
    "sharing",
    "transparency",
  ],
];
/** Files of `web` that join features: the tree of routes, the document around every page, the start in browser and server. */
const WEB_JOINTS = /^web\/(pages\/|root\.tsx$|routes\.ts$|hydrate\.client\.tsx$|entry\.)/;
/** Rooms of `web` that every feature may use. */
const WEB_GROUND = ["analytics", "charts", "design", "facts", "fonts", "frame", "runtime", "token-page"];

/** Every folder of `web`, as the walls know it. */
export const WEB_ROOMS = [...WEB_FEATURES, ...WEB_GROUND, "pages"].map((room) => `web/${room}`).sort();

const WALLS: Wall[] = [
  {
    of: inRoom("petition"),
    breaks: ({ to }) => !inRoom("petition", "campaign")(to),
    instead:
      "petition/ holds pure rules and knows nobody but the campaign that they are for. Hand the value in as an argument, or move what reads, writes or asks the clock to server/.",
  },
  {
    of: inRoom("campaign"),
    breaks: ({ to, isOurs }) => !isOurs || !inRoom("campaign", "petition", "messages", "web/charts", "web/article")(to),
    instead:
      "campaign/ is what one petition says: data, texts, and drawings made with the tools of web/charts. Code belongs into the product.",
  },
  {
    of: inRoom("messages"),
    breaks: ({ to, isOurs, isTypeOnly }) => isOurs && !inRoom("messages")(to) && to !== "campaign-folder.ts" && !isTypeOnly,
    instead: "messages/ says texts and knows nobody. Hand the value in where the message is said.",
  },
  {
    of: inRoom("contract"),
    breaks: ({ to, isOurs }) => (isOurs ? !inRoom("contract", "petition")(to) : to !== "zod"),
    instead:
      "contract/ is what browser and server promise each other and knows only petition/ and zod. Code that acts belongs in server/ or web/.",
  },
  {
    of: (file) => file === "contract/calls.ts",
    breaks: ({ isTypeOnly }) => !isTypeOnly,
    instead: "browsers load contract/calls.ts: names, methods and paths alone. A schema belongs to its feature in contract/.",
  },
  {
    of: inRoom("client"),
    breaks: ({ to, isOurs, isTypeOnly }) =>
      isOurs ? !inRoom("client", "contract", "petition")(to) || (!isTypeOnly && holdsSchemas(to)) : true,
    instead: "client/ runs wherever there is fetch: it knows petition/, of contract/ the types and calls.ts, and no package.",
  },
  {
    of: inRoom("web", "gallery"),
    breaks: ({ to }) => inRoom("server")(to),
    instead: "pages never import the server, not even its types. Put the interface into contract/ and fulfil it in server/.",
  },
  {
    of: inRoom("server"),
    breaks: ({ to }) => inRoom("web")(to),
    instead: "the server never imports pages. Put what both need into contract/ (a shape) or petition/ (a rule).",
  },
  {
    of: inRoom("web/design"),
    breaks: ({ to, isOurs }) => (isOurs ? !inRoom("web/design")(to) : !/^react(-dom)?$/.test(to)),
    instead: "web/design knows no word of the petition. Hand texts and values in, or move the component to its feature.",
  },
  {
    of: (file) => webFeature(file) !== null,
    breaks: ({ from, to }) => webFeature(to) !== null && webFeature(to) !== webFeature(from),
    instead: "one feature of web/ does not reach into another. Join them in web/pages, or move the shared rule to petition/.",
  },
  {
    of: (file) => inRoom("web")(file) && !WEB_JOINTS.test(file),
    breaks: ({ to }) => WEB_JOINTS.test(to),
    instead: "pages are known by the routes alone. Move what is shared into its feature.",
  },
  {
    of: (file) => inRoom("web")(file),
    breaks: ({ to, isOurs }) =>
      isOurs &&
      !inRoom("web", "client", "contract", "petition", "messages")(to) &&
      !["petition.config.ts", "campaign/article.server.ts"].includes(to),
    instead:
      "web/ knows client/, contract/, petition/, messages/ and petition.config.ts, and of the campaign what petition/ says of it. Data comes through contract/petition.ts.",
  },
  {
    of: inRoom("web"),
    breaks: ({ to, isTypeOnly }) => !isTypeOnly && holdsSchemas(to),
    instead: "browsers load no zod: of contract/ they import types alone. Move the constant or the rule to petition/.",
  },
  {
    of: inRoom("petition", "client", "contract", "messages", "campaign", "server", "log-tools", "web"),
    breaks: ({ from, to }) => isBeside(to) && !isBeside(from),
    instead: "what runs knows neither tests nor scripts. Move the code to the room that needs it.",
  },
  {
    of: (file) => serverRoom(file) !== null,
    breaks: ({ from, to }) => {
      const [room, other] = [serverRoom(from), serverRoom(to)];
      return other !== null && room !== other && height(other) >= height(room);
    },
    instead:
      "a room of server/ knows only those below it (SERVER_LAYERS in checks/walls.ts). Move what both need down, the shared rule to petition/, the shape to contract/, or hand the function in where features are joined: server/site.ts, or server/routes.ts for what is asked over HTTP.",
  },
  {
    of: inRoom("log-tools"),
    breaks: ({ to, isOurs, isTypeOnly }) =>
      isOurs
        ? !(inRoom("petition")(to) || inRoom("log-tools")(to) || (inRoom("contract")(to) && isTypeOnly))
        : !to.startsWith("node:"),
    instead:
      "what looks at a site from outside leans on nothing of it, and on no package: only on the rules of petition/, on types of contract/ and on Node.js. Hand in what else it needs from server/cli.",
  },
  {
    of: (file) => inRoom("server")(file) && !inRoom("server/cli")(file),
    breaks: ({ to }) => inRoom("log-tools")(to),
    instead: "the site does not lean on what is there to doubt it. Move the shared rule to petition/.",
  },
];

function inRoom(...rooms: string[]): (path: string) => boolean {
  return (path) => rooms.some((room) => path.startsWith(`${room}/`));
}

/** All of `contract` but the table of calls may load zod. */
function holdsSchemas(path: string): boolean {
  return inRoom("contract")(path) && path !== "contract/calls.ts";
}

/** What is not part of the running product. */
function isBeside(path: string): boolean {
  return inRoom("bench", "e2e", "checks", "gallery", "server/testing")(path);
}

/** The room of `server` that a file belongs to; null for tests' tools and other folders. */
export function serverRoom(file: string): string | null {
  const parts = file.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return paths.find((path) => SERVER_HEIGHTS.has(path)) ?? null;
}

function height(room: string | null): number {
  return SERVER_HEIGHTS.get(room ?? "") ?? Number.POSITIVE_INFINITY;
}

function webFeature(path: string): string | null {
  const room = /^web\/([^/]+)\//.exec(path)?.[1] ?? null;
  return room !== null && WEB_FEATURES.includes(room) ? room : null;
}
