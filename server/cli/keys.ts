import type { KeyRotated, RotationRequest } from "../../contract/administration/commands.ts";
import { type Command, onlyWord, WrongUse } from "./command.ts";
import { print, remark } from "./terminal.ts";

const FORGET_OLD = "forget-old";

export const keys: Command = {
  usage: `keys rotate admin|secret [--${FORGET_OLD}]`,
  summary: "Puts a new key into the data folder and prints where it stands, never the key.",
  options: {
    [FORGET_OLD]: { type: "boolean", help: "of the secret key: the old ones open nothing any more, see below" },
  },
  notes:
    "admin: the new key is valid at once, the old one is not taken any more.\n" +
    "secret: the new key comes in front of the old ones, which still open what they made; used from the next start on.\n" +
    `With --${FORGET_OLD}, all links in e-mails that are under way, restore links and links to one's own page stop working.`,
  read({ words: [verb, ...words], options }) {
    const key = onlyWord({ words });
    if (verb !== "rotate" || (key !== "admin" && key !== "secret"))
      throw new WrongUse("keys wants to know which: keys rotate admin, or keys rotate secret.");
    const forgetOld = options[FORGET_OLD] === true;
    if (forgetOld && key === "admin")
      throw new WrongUse(`--${FORGET_OLD} is for the secret key: of the administrator's there is one.`);
    return async (api) => {
      const wanted: RotationRequest = { key, forgetOld };
      const rotated = await api.ask<KeyRotated>("POST", "keys/rotate", wanted);
      print(rotated.file);
      remark(consequenceOf(wanted, rotated));
    };
  },
};

function consequenceOf({ key, forgetOld }: RotationRequest, { keys }: KeyRotated): string {
  if (key === "admin")
    return "The administrator's new key stands there. It is valid at once, the old one is not taken any more.";
  const start = "Start the site again: until then it uses the keys it has.";
  if (!forgetOld)
    return `The new key stands there, in front of ${keys === 2 ? "the older one" : `${keys - 1} older ones`}. ${start}`;
  return `The new key stands there alone. ${start} Then all links in e-mails that are under way, restore links and links to one's own page stop working.`;
}
