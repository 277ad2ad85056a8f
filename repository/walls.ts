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

/** Server rooms that each belong to one thing a visitor or administrator does. */
const SERVER_FEATURES = [
  ...[
    "signing",
    "confirmation",
    "collection",
    "supporters",
    "progress",
    "withdrawal",
    "personal",
    "administration",
    "suspicion",
    "language",
    "bounces",
  ],
  ...["analytics", "discovery"],
];
/** Server rooms that features stand on. `http/app.ts` joins the features' routes and is no part of this. */
const SERVER_GROUND = [
  "authentication",
  "database",
  "mail",
  "outbox",
  "tasks",
  "crypto",
  "count",
  "audit",
  "erasure",
  "captcha",
  "http",
  "settings",
  "spreadsheet",
];

/** Files of `web` that join features: the tree of routes, the document around every page, the start in browser and server. */
const WEB_JOINTS = /^web\/(pages\/|root\.tsx$|routes\.ts$|entry\.)/;
/** Rooms of `web` that every feature may use. */
const WEB_GROUND = ["analytics", "design", "frame", "token-page"];

const WALLS: Wall[] = [
  {
    of: inRoom("petition"),
    breaks: ({ to }) => !inRoom("petition")(to),
    instead:
      "petition/ holds pure rules and knows nobody. Hand the value in as an argument, or move what reads, writes or asks the clock to server/.",
  },
  {
    of: inRoom("messages"),
    breaks: ({ to, isOurs, isTypeOnly }) => isOurs && !inRoom("messages")(to) && !isTypeOnly,
    instead: "messages/ says texts and knows nobody. Hand the value in where the message is said.",
  },
  {
    of: inRoom("contract"),
    breaks: ({ to, isOurs }) => (isOurs ? !inRoom("contract", "petition")(to) : to !== "zod"),
    instead:
      "contract/ is what browser and server promise each other and knows only petition/ and zod. Code that acts belongs in server/ or web/.",
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
    breaks: ({ to, isOurs }) => (isOurs ? !inRoom("web/design")(to) : !/^react(-dom|-router)?$/.test(to)),
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
    breaks: ({ to, isOurs }) => isOurs && !inRoom("web", "contract", "petition", "messages")(to) && to !== "petition.config.ts",
    instead: "web/ knows contract/, petition/, messages/ and petition.config.ts. Data comes through contract/petition.ts.",
  },
  {
    of: (file) => serverFeature(file) !== null,
    breaks: ({ from, to, isTypeOnly }) =>
      !isTypeOnly && serverFeature(to) !== null && serverFeature(to) !== serverFeature(from),
    instead:
      "one feature of server/ does not reach into another. Move the shared rule to petition/, make the consequence a row of the outbox, or hand the function in from server/main.ts.",
  },
  {
    of: (file) => SERVER_GROUND.some((room) => inRoom(`server/${room}`)(file)) && file !== "server/http/app.ts",
    breaks: ({ to, isTypeOnly }) => !isTypeOnly && serverFeature(to) !== null,
    instead:
      "what features stand on knows no feature. Hand the function in from server/main.ts, or move the code to the feature.",
  },
];

function inRoom(...rooms: string[]): (path: string) => boolean {
  return (path) => rooms.some((room) => path.startsWith(`${room}/`));
}

function serverFeature(path: string): string | null {
  return SERVER_FEATURES.find((feature) => inRoom(`server/${feature}`)(path)) ?? null;
}

function webFeature(path: string): string | null {
  const room = /^web\/([^/]+)\//.exec(path)?.[1] ?? null;
  return room === null || room === "pages" || WEB_GROUND.includes(room) ? null : room;
}
