import { adminAnswer } from "../../../contract/administration/answer.schema.ts";
import { auditPage, auditQuery } from "../../../contract/administration/audit.schema.ts";
import { databaseCopied } from "../../../contract/administration/backup.schema.ts";
import { breachAnswer, breachNotices, breachRequest } from "../../../contract/administration/breach.schema.ts";
import { adminCharts } from "../../../contract/administration/charts.schema.ts";
import { adminCollection, collectionRefused, collectionRequest } from "../../../contract/administration/collection.schema.ts";
import { adminEnd, endAnswer, endRequest } from "../../../contract/administration/ending.schema.ts";
import { exportQuery } from "../../../contract/administration/export.schema.ts";
import { keyRotated, rotationRequest } from "../../../contract/administration/keys.schema.ts";
import { adminLog, logRestartRequest } from "../../../contract/administration/log.schema.ts";
import { adminMail, mailRetried, senderCheck, senderQuery } from "../../../contract/administration/mail.schema.ts";
import { adminOperations } from "../../../contract/administration/operations.schema.ts";
import {
  adminSignature,
  adminSignatureList,
  adminStats,
  nameDecision,
  signatureId,
  signaturesQuery,
} from "../../../contract/administration/signatures.schema.ts";
import {
  adminSuspicion,
  moved,
  moveRequest,
  quarantinePreview,
  selectionQuery,
} from "../../../contract/administration/suspicion.schema.ts";
import { answer, type DescribedCall, refused, wrong } from "./described.ts";

const tag = "Administration";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const NO_SIGNATURE = refused("No such signature");
const FROM_HERE = refused("Only from the machine itself");
const NO_ROOM = refused("The data folder has no room for it");
const MOVES = {
  200: answer("They have moved", moved),
  400: refused("All signatures at once, or a selection that cannot be meant"),
  409: refused("Another number would move than was expected: nothing has"),
};

export const ADMINISTRATION_CALLS = {
  adminStats: {
    tag,
    summary: "The figures",
    says: "How many are counted, wait and came today, the latest signatures, and what the anti-spam measures see.",
    answers: { 200: answer("The figures", adminStats) },
  },
  adminCharts: {
    tag,
    summary: "The charts",
    says: "Of the last two days by the hour, of all days, by language and mail provider, with the last day's way from the form to the count.",
    answers: { 200: answer("By hour, day, language and mail provider", adminCharts) },
  },
  adminOperations: {
    tag,
    summary: "The tasks of the clock, and what is wrong",
    says: "When each last ran and what it did, what the spreadsheet waits for, who logged in, and what is not filled in yet.",
    answers: { 200: answer("Tasks, copies, log-ins", adminOperations) },
  },
  adminSignatures: {
    tag,
    summary: "Signatures, page by page",
    says: "The newest first, with names and addresses. That somebody looked is noted in the audit log.",
    takes: signaturesQuery,
    answers: { 200: answer("One page", adminSignatureList), 400: refused("A filter that cannot be meant") },
  },
  adminSignature: {
    tag,
    summary: "One signature",
    says: "That somebody looked is noted in the audit log.",
    takes: signatureId,
    answers: { 200: answer("The signature", adminSignature), 400: refused("No id"), 404: NO_SIGNATURE },
  },
  removeSignature: {
    tag,
    summary: "Erase a signature",
    says: "For good, without an e-mail. There is no way back.",
    takes: signatureId,
    answers: { 200: answer("Erased", adminAnswer), 400: refused("No id"), 404: NO_SIGNATURE },
  },
  decideName: {
    tag,
    summary: "Hide a name, show or approve it",
    says: "In the public list alone: the signature counts either way.",
    takes: signatureId,
    body: nameDecision,
    answers: { 200: answer("Done", adminAnswer), 400: refused("No decision"), 404: NO_SIGNATURE },
  },
  grantObjection: {
    tag,
    summary: "Grant an objection to the checks",
    says: "Erases the signature's IP address, browser and groups (GDPR, Art. 21); no group takes it in again. It counts as before.",
    takes: signatureId,
    answers: { 200: answer("Done", adminAnswer), 400: refused("No id"), 404: NO_SIGNATURE },
  },
  exportSignatures: {
    tag,
    summary: "All counted signatures as a file",
    says: "The oldest first. `X-Total-Count` says how many there were at its beginning.",
    takes: exportQuery,
    answers: {
      200: { says: "The file", types: ["text/csv", XLSX, "application/octet-stream"] },
      400: refused("No such format or separator"),
    },
  },
  adminSuspicion: {
    tag,
    summary: "Suspicious groups, and what was put into quarantine",
    says: "A sign is shown and decides nothing.",
    answers: { 200: answer("The latest of each", adminSuspicion) },
  },
  previewQuarantine: {
    tag,
    summary: "How many a selection holds",
    says: "Before anything is moved: what `expected` is compared with.",
    takes: selectionQuery,
    answers: { 200: answer("The numbers", quarantinePreview), 400: refused("A selection that cannot be meant") },
  },
  quarantine: {
    tag,
    summary: "Put signatures into quarantine",
    says: "They are neither counted nor listed, until they are released.",
    body: moveRequest,
    answers: MOVES,
  },
  release: { tag, summary: "Release signatures from quarantine", says: "They count again.", body: moveRequest, answers: MOVES },
  adminMail: {
    tag,
    summary: "E-mails that wait or were given up",
    says: "The numbers, and the latest of those that were given up.",
    answers: { 200: answer("The e-mails", adminMail) },
  },
  retryMails: {
    tag,
    summary: "Send all e-mails again that were given up",
    says: "They are tried at once.",
    answers: { 200: answer("So many", mailRetried) },
  },
  retryMail: {
    tag,
    summary: "Send one e-mail again",
    says: "One that was given up; it is tried at once.",
    takes: signatureId,
    answers: { 200: answer("It is tried again", mailRetried), 400: refused("No id"), 404: refused("No such e-mail") },
  },
  checkSender: {
    tag,
    summary: "Check the sender’s domain",
    says: "SPF, DKIM and DMARC, and whether the mail server takes us.",
    takes: senderQuery,
    answers: { 200: answer("What was found", senderCheck), 400: refused("No such selector can be") },
  },
  adminCollection: {
    tag,
    summary: "Whether one can sign",
    says: "And what stands on the pages while one cannot.",
    answers: { 200: answer("The state, and what pages say of it", adminCollection) },
  },
  changeCollection: {
    tag,
    summary: "Pause, close or reopen",
    says: "Holds on every page within a second. Links that were sent before still confirm while it is closed.",
    body: collectionRequest,
    answers: {
      200: answer("The state now", adminCollection),
      ...wrong(collectionRefused),
      410: refused("The petition has ended"),
    },
  },
  adminEnd: {
    tag,
    summary: "What the end would erase",
    says: "Changes nothing.",
    answers: { 200: answer("The numbers", adminEnd) },
  },
  endPetition: {
    tag,
    summary: "End the petition",
    says: "Erases everything about persons and keeps the number. From the machine itself alone; to be repeated until it says `erased`.",
    body: endRequest,
    answers: {
      200: answer("How far it is", endAnswer),
      400: refused("No such request"),
      403: FROM_HERE,
      409: refused("The signatures are not handed over yet"),
    },
  },
  adminAudit: {
    tag,
    summary: "The audit log",
    says: "Who did what when, without names, addresses and keys.",
    takes: auditQuery,
    answers: { 200: answer("One page", auditPage), 400: refused("A filter that cannot be meant") },
  },
  adminLog: {
    tag,
    summary: "The public log as its keeper sees it",
    says: "Its head, what waits for the next one, its witnesses, and what is wrong with it.",
    answers: { 200: answer("Its standing", adminLog) },
  },
  restartLog: {
    tag,
    summary: "Begin a new public log",
    says: "In the place of one that cannot be gone on with; it names the last head of the old one. From the machine itself alone.",
    body: logRestartRequest,
    answers: {
      200: answer("The new log", adminLog),
      400: refused("No origin"),
      403: FROM_HERE,
      409: refused("Another log than was meant, or the petition has ended"),
      410: refused("The petition has ended meanwhile"),
    },
  },
  rotateKey: {
    tag,
    summary: "Put a new key in the place of one",
    says: "From the machine itself alone. No answer holds the key: it stands in the file.",
    body: rotationRequest,
    answers: {
      200: answer("It is in the file", keyRotated),
      400: refused("No such key"),
      403: FROM_HERE,
      409: refused("The environment sets this key"),
    },
  },
  adminBreaches: {
    tag,
    summary: "Who was told of a breach",
    says: "Each notice that was sent to signers, with how many e-mails of it have left.",
    answers: { 200: answer("The notices", breachNotices) },
  },
  tellBreach: {
    tag,
    summary: "Tell signers of a breach",
    says: "Once to every mailbox that signed or has not confirmed yet, in its language. From the machine itself alone; to be repeated until it says `told`. The same texts for the same days are the same notice.",
    body: breachRequest,
    answers: {
      200: answer("How far it is", breachAnswer),
      400: refused("A language without its text, or days that cannot be meant"),
      403: FROM_HERE,
    },
  },
  copyDatabase: {
    tag,
    summary: "Copy the embedded database’s files",
    says: "Into the data folder, for the command that makes a backup: whoever asked reads and removes them. From the machine itself alone.",
    answers: { 200: answer("They are in this folder", databaseCopied), 403: FROM_HERE, 507: NO_ROOM },
  },
} as const satisfies Record<string, DescribedCall>;
