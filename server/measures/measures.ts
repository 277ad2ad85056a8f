/** What this process counts as it goes. Another process counts its own; who reads them adds them up. */
import { acts } from "./acts.ts";
import { connectionsRefused } from "./connections.ts";
import { connectionWaits, statementDurations } from "./database.ts";
import { eventLoopDelays } from "./event-loop.ts";
import { logLines } from "./log-lines.ts";
import { mailAges, mails } from "./mails.ts";
import { pagesAsked, pagesRendered } from "./pages.ts";
import { refusals } from "./refusals.ts";
import { requestDurations } from "./requests.ts";
import { taskDurations } from "./tasks.ts";

export const MEASURES = [
  ...[acts, refusals, mails, mailAges, requestDurations, pagesAsked, pagesRendered],
  ...[statementDurations, connectionWaits, taskDurations, eventLoopDelays, logLines, connectionsRefused],
];
