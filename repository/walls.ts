/**
 * Who may know whom (README, "The house"). Each wall is a sentence that says where the code belongs instead.
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

/** Rooms of `server` that each belong to one thing that a visitor, an administrator or a machine may ask for. */
const SERVER_FEATURES = [
  ...["signing", "confirmation", "collection", "supporters", "withdrawal", "personal", "suspicion", "language"],
  ...["administration", "analytics", "bounces", "discovery", "doctor", "engraving", "metrics", "open-data"],
];
/** Rooms of `server` that features stand on. */
const SERVER_GROUND = [
  ...["authentication", "database", "mail", "outbox", "tasks", "crypto", "count", "audit", "erasure", "captcha", "consent"],
  ...["http", "settings", "spreadsheet", "quarantine", "ending", "transparency", "measures", "backup", "peak"],
];
/** Rooms that look at a site from outside, ours or another one, and do not trust it. */
const SERVER_OUTSIDE = ["verifier", "witness"];
/** Rooms that start the server another way: from a shell, or for a test. */
const SERVER_STARTS = ["command", "testing"];
/** The files that join features: each for those below it. */
const SERVER_JOINTS = ["server/site.ts", "server/routes.ts"];

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
const WEB_GROUND = ["analytics", "charts", "design", "facts", "frame", "letters", "standing", "token-page"];

/** `npm run dev` shows what lies in the rooms beside it. */
const WEB_GALLERY = "gallery";

/** Every folder of `server` and `web`, as the walls know it. */
export const ROOMS = [
  ...[...SERVER_FEATURES, ...SERVER_GROUND, ...SERVER_OUTSIDE, ...SERVER_STARTS].map((room) => `server/${room}`),
  ...[...WEB_FEATURES, ...WEB_GROUND, WEB_GALLERY, "pages"].map((room) => `web/${room}`),
].sort();

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
    of: inRoom("client"),
    breaks: ({ to, isOurs, isTypeOnly }) =>
      isOurs ? !inRoom("client", "contract", "petition")(to) || (!isTypeOnly && /\.schema\.ts$/.test(to)) : true,
    instead: "client/ runs wherever there is fetch: it knows contract/ and petition/, no schema and no package.",
  },
  {
    of: inRoom("web"),
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
    of: (file) => !inRoom(`web/${WEB_GALLERY}`)(file),
    breaks: ({ to }) => inRoom(`web/${WEB_GALLERY}`)(to),
    instead: "the gallery shows what others have made and is known to nobody: no page for visitors may lean on it.",
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
    breaks: ({ to, isTypeOnly }) => !isTypeOnly && /^contract\/.*\.schema\.ts$/.test(to),
    instead: "browsers load no zod. Import the type or the constant from the file of the same name without `.schema`.",
  },
  {
    of: inRoom("petition", "client", "contract", "messages", "campaign", "server", "web"),
    breaks: ({ from, to }) => isBeside(to) && !isBeside(from),
    instead: "what runs knows neither tests nor scripts. Move the code to the room that needs it.",
  },
  {
    of: (file) => ![null, "administration"].includes(serverFeature(file)),
    breaks: ({ from, to }) => serverFeature(to) !== null && serverFeature(to) !== serverFeature(from),
    instead:
      "one feature of server/ does not reach into another. Move the shared rule to petition/, the shape to contract/, make the consequence a row of the outbox, or hand the function in where features are joined: server/site.ts, or server/routes.ts for what is asked over HTTP.",
  },
  {
    of: inRoom("server/administration"),
    breaks: ({ to, isTypeOnly }) => !isTypeOnly && ![null, "administration"].includes(serverFeature(to)),
    instead:
      "the administration knows no more than the types of the features that it administers. Hand the function in from server/routes.ts, or move what both need to a room that features stand on.",
  },
  {
    of: isServerGround,
    breaks: ({ to }) => serverFeature(to) !== null,
    instead:
      "what features stand on knows no feature. Hand the function in from server/site.ts, a route from server/routes.ts, let server/signal.ts tell of it, or move the code to the feature.",
  },
  {
    of: (file) => /^server\/[^/]+$/.test(file) && !SERVER_JOINTS.includes(file),
    breaks: ({ to }) => serverFeature(to) !== null,
    instead:
      "features are joined in server/site.ts, their addresses in server/routes.ts. server/context.ts is built before them, and server/main.ts only starts.",
  },
  {
    of: (file) => serverFeature(file) !== null || isServerGround(file),
    breaks: ({ to }) => [...SERVER_JOINTS, "server/main.ts"].includes(to),
    instead:
      "what joins the rooms is known by none of them. Take what you need as an argument: server/context.ts says what there is.",
  },
  {
    of: isOutside,
    breaks: ({ to, isOurs, isTypeOnly }) =>
      isOurs ? !(inRoom("petition")(to) || isOutside(to) || (inRoom("contract")(to) && isTypeOnly)) : !to.startsWith("node:"),
    instead:
      "what looks at a site from outside leans on nothing of it, and on no package: only on the rules of petition/, on types of contract/ and on Node.js. Hand in what else it needs from server/command.",
  },
  {
    of: (file) => inRoom("server")(file) && !isOutside(file) && !inRoom("server/command")(file),
    breaks: ({ to }) => isOutside(to),
    instead: "the site does not lean on what is there to doubt it. Move the shared rule to petition/.",
  },
];

function isOutside(path: string): boolean {
  return inRoom(...SERVER_OUTSIDE.map((room) => `server/${room}`))(path);
}

function inRoom(...rooms: string[]): (path: string) => boolean {
  return (path) => rooms.some((room) => path.startsWith(`${room}/`));
}

/** What is not part of the running product. */
function isBeside(path: string): boolean {
  return inRoom("bench", "journeys", "repository", "server/testing")(path);
}

function isServerGround(path: string): boolean {
  return inRoom(...SERVER_GROUND.map((room) => `server/${room}`))(path);
}

function serverFeature(path: string): string | null {
  return SERVER_FEATURES.find((feature) => inRoom(`server/${feature}`)(path)) ?? null;
}

function webFeature(path: string): string | null {
  const room = /^web\/([^/]+)\//.exec(path)?.[1] ?? null;
  return room !== null && WEB_FEATURES.includes(room) ? room : null;
}
