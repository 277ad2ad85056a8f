/** What this process counts as it goes. Another process counts its own; who reads them adds them up. */

import { mailAges, mails } from "../../platform/mail/metrics.ts";
import { acts } from "../../platform/metrics/acts.ts";
import { connectionsRefused } from "../../platform/metrics/connections.ts";
import { connectionWaits, statementDurations } from "../../platform/metrics/database.ts";
import { eventLoopDelays } from "../../platform/metrics/event-loop.ts";
import { logLines } from "../../platform/metrics/log-lines.ts";
import { pagesAsked, pagesRendered } from "../../platform/metrics/pages.ts";
import { refusals } from "../../platform/metrics/refusals.ts";
import { requestDurations } from "../../platform/metrics/requests.ts";
import { taskDurations } from "../../platform/metrics/tasks.ts";

export const MEASURES = [
  ...[acts, refusals, mails, mailAges, requestDurations, pagesAsked, pagesRendered],
  ...[statementDurations, connectionWaits, taskDurations, eventLoopDelays, logLines, connectionsRefused],
];
