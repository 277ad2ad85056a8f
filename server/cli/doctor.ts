import { checksFor } from "../operations/doctor/checks.ts";
import { type Examined, examine } from "../operations/doctor/examine.ts";
import { surveySettings } from "../platform/config/configuration.ts";
import { type Command, NotDone, noWords, type Typed, WrongUse } from "./command.ts";
import { print, printable, remark } from "./terminal.ts";

const UNSEEN = 3;

export const doctor: Command = {
  usage: "doctor [--json] [--mail-to ADDRESS] [--dkim-selector NAME]",
  summary: "Looks at this installation and says what is to be done before it can go public; changes nothing.",
  options: {
    json: { type: "boolean", help: "what was found, for programs" },
    "mail-to": { type: "string", help: "send one test e-mail to this address" },
    "dkim-selector": {
      type: "string",
      help: "the name of the DKIM key: what stands after s= in the DKIM-Signature of an e-mail",
    },
    dns: { type: "string", help: "the name server to ask, such as 9.9.9.9, instead of the machine's own" },
    clock: { type: "string", help: "the http address of a server whose clock is right, to compare with" },
  },
  notes:
    "One line for each thing looked at: ok, warning, fault or unseen (it could not be looked at), and what to do about it.\n" +
    "Works beside a running site and without one, and before the first start. No check takes longer than half a minute.\n" +
    "Exit code 0: no fault, perhaps warnings, 1: there is a fault, 2: wrongly used, 3: no fault, but something could not be looked at.",
  readAlone(typed) {
    noWords(typed, "doctor");
    const wishes = wishesIn(typed);
    return async (environment) => {
      const survey = surveySettings(environment);
      const refused = new Set(survey.refusals.map(({ setting }) => setting));
      const found = await examine(checksFor(survey, wishes), refused);
      print(typed.options.json ? JSON.stringify(found, null, 2) : found.map(lineOf).join("\n"));
      conclude(found);
    };
  },
};

function wishesIn({ options }: Typed) {
  const text = (name: string) => (typeof options[name] === "string" ? (options[name] as string) : null);
  const wishes = { mailTo: text("mail-to"), dkimSelector: text("dkim-selector"), dns: text("dns"), clock: text("clock") };
  if (wishes.mailTo !== null && !/^[^\s<>@]+@[^\s<>@]+$/.test(wishes.mailTo))
    throw new WrongUse("--mail-to wants an e-mail address.");
  if (wishes.dkimSelector !== null && !/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i.test(wishes.dkimSelector))
    throw new WrongUse("--dkim-selector wants letters, digits, dots and hyphens.");
  if (wishes.dns !== null && !/^[\da-f.:[\]]+$/i.test(wishes.dns))
    throw new WrongUse("--dns wants an IP address, with or without a port.");
  if (wishes.clock !== null && !/^https?:\/\/[^\s/]/.test(wishes.clock)) throw new WrongUse("--clock wants an http address.");
  return wishes;
}

function lineOf({ check, sign, seen, todo }: Examined): string {
  const shown = sign === "good" ? "ok" : sign;
  return printable(`${shown.padEnd(8)}${check}: ${seen}${todo === null ? "" : ` ${todo}`}`);
}

function conclude(found: Examined[]): void {
  const count = (sign: Examined["sign"]) => found.filter((one) => one.sign === sign).length;
  const [faults, unseen] = [count("fault"), count("unseen")];
  const open = unseen === 0 ? "" : ` ${unseen === 1 ? "One thing" : `${unseen} things`} could not be looked at.`;
  if (faults > 0) throw new NotDone(`${faults === 1 ? "One thing is" : `${faults} things are`} left to do.${open}`);
  if (unseen > 0) throw new NotDone(`No fault was found.${open}`, UNSEEN);
  remark("Nothing is left to do.");
}
