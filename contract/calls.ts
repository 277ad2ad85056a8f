/** Every call that the site answers, by name. The client loads this file, and no schema with it: what each takes and answers is in `api.ts`. */

export interface Call {
  summary: string;
  /** Without one, GET. */
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}`: one of the fields that it takes. The others make the query, or the body where the method has one. */
  path: string;
  answers?: "text" | "bytes" | "nothing";
  takes?: "signed bytes";
  /** What came of it has a name, whatever the status: no failure, but an answer. */
  hasOutcome?: true;
  /** Answers in the language `lang`, which may be kept by whoever asked for that address. */
  inLanguage?: true;
  /** Of the administrator. `from elsewhere`: not asked for where the call comes from the machine itself. */
  key?: "always" | "from elsewhere";
}

const key = "always";

export const CALLS = {
  stats: { path: "/api/petition/stats", summary: "The count and the goal" },
  latestSupporters: { path: "/api/petition/supporters", inLanguage: true, summary: "The latest supporters" },
  supporters: { path: "/api/petition/supporters-paginated", inLanguage: true, summary: "All supporters, page by page" },
  captcha: { path: "/api/captcha", summary: "A sum to solve" },
  sign: { method: "POST", path: "/api/petition/sign", hasOutcome: true, summary: "Sign" },
  resend: { method: "POST", path: "/api/petition/resend", hasOutcome: true, summary: "Send the latest link again" },
  confirm: { path: "/api/petition/confirm/{token}", hasOutcome: true, inLanguage: true, summary: "Follow a confirmation link" },
  withdraw: { method: "POST", path: "/api/petition/delete", hasOutcome: true, summary: "Erase a signature by its address" },
  sendPersonalLink: {
    method: "POST",
    path: "/api/petition/personal-link",
    hasOutcome: true,
    summary: "Have the link to one’s own page sent",
  },
  receipt: { method: "POST", path: "/api/petition/receipt", hasOutcome: true, summary: "The receipt of a signature" },
  languagePreference: { path: "/api/language/preference", summary: "The language that the browser asks for" },
  switchLanguage: { method: "POST", path: "/api/language/switch", summary: "Choose a language" },
  openCounts: { path: "/api/open/counts", summary: "How many were counted and removed, and when" },
  badge: { path: "/badge.svg", inLanguage: true, answers: "text", summary: "The number as a picture" },
  feed: { path: "/feed.xml", inLanguage: true, answers: "text", summary: "What came of the petition, as a feed" },
  card: { path: "/embed", inLanguage: true, answers: "text", summary: "The number as a card to frame" },
  qrCode: { path: "/qr/{language}.svg", answers: "text", summary: "The address of the petition for cameras" },
  engraving: { path: "/drawings/engraving/{step}", answers: "text", summary: "The drawing behind the number" },
  checkpoint: { path: "/log/checkpoint", answers: "text", summary: "The signed head of the public log" },
  logKeys: { path: "/log/key", answers: "text", summary: "The keys that may sign the head" },
  logTile: { path: "/log/tile/{level}/{tile}", answers: "bytes", summary: "A tile of 256 hashes, or of 256 entries" },
  logText: { path: "/log/text/{hash}", answers: "text", summary: "A text of the petition as it was signed" },
  tellEvent: { method: "POST", path: "/api/analytics", answers: "nothing", summary: "Tell of an event on a page" },
  handInReport: {
    method: "POST",
    path: "/api/mail/bounces",
    takes: "signed bytes",
    summary: "Hand in what a mail server sent back",
  },
  description: { path: "/api/openapi.json", summary: "This description" },
  health: { path: "/healthz", summary: "Whether the process is alive" },
  readiness: { path: "/readyz", summary: "Whether the database answers" },
  metrics: { path: "/metrics", answers: "text", key: "from elsewhere", summary: "Figures for Prometheus" },
  adminStats: { path: "/api/admin/stats", key, summary: "The figures" },
  adminCharts: { path: "/api/admin/charts", key, summary: "The charts" },
  adminOperations: { path: "/api/admin/operations", key, summary: "The tasks of the clock, and what is wrong" },
  adminSignatures: { path: "/api/admin/signatures", key, summary: "Signatures, page by page" },
  adminSignature: { path: "/api/admin/signatures/{id}", key, summary: "One signature" },
  removeSignature: { method: "DELETE", path: "/api/admin/signatures/{id}", key, summary: "Erase a signature" },
  decideName: { method: "POST", path: "/api/admin/signatures/{id}/name", key, summary: "Hide a name, show or approve it" },
  grantObjection: {
    method: "POST",
    path: "/api/admin/signatures/{id}/objection",
    key,
    summary: "Grant an objection to the checks",
  },
  exportSignatures: { path: "/api/admin/export", key, answers: "bytes", summary: "All counted signatures as a file" },
  adminSuspicion: { path: "/api/admin/suspicion", key, summary: "Suspicious groups, and what was put into quarantine" },
  previewQuarantine: { path: "/api/admin/quarantine", key, summary: "How many a selection holds" },
  quarantine: { method: "POST", path: "/api/admin/quarantine", key, summary: "Put signatures into quarantine" },
  release: { method: "POST", path: "/api/admin/release", key, summary: "Release signatures from quarantine" },
  adminMail: { path: "/api/admin/mail", key, summary: "E-mails that wait or were given up" },
  retryMails: { method: "POST", path: "/api/admin/mail/retry", key, summary: "Send all e-mails again that were given up" },
  retryMail: { method: "POST", path: "/api/admin/mail/{id}/retry", key, summary: "Send one e-mail again" },
  checkSender: { path: "/api/admin/sender", key, summary: "Check the sender’s domain" },
  adminCollection: { path: "/api/admin/collection", key, summary: "Whether one can sign" },
  changeCollection: { method: "PUT", path: "/api/admin/collection", key, summary: "Pause, close or reopen" },
  adminNews: { path: "/api/admin/news", key, summary: "What the administrator wrote for the feed" },
  publishNews: { method: "POST", path: "/api/admin/news", key, summary: "Publish news" },
  correctNews: { method: "PUT", path: "/api/admin/news/{id}", key, summary: "Correct news" },
  adminEnd: { path: "/api/admin/end", key, summary: "What the end would erase" },
  endPetition: { method: "POST", path: "/api/admin/end", key, summary: "End the petition" },
  adminPaper: { path: "/api/admin/paper", key, summary: "Batches of signatures on paper" },
  addPaper: { method: "POST", path: "/api/admin/paper", key, summary: "Enter a batch of signatures on paper" },
  countPaper: { method: "POST", path: "/api/admin/paper/{batch}/counts", key, summary: "Count a batch again" },
  correctPaper: {
    method: "POST",
    path: "/api/admin/paper/{batch}/corrections",
    key,
    summary: "Correct or withdraw a batch",
  },
  adminAudit: { path: "/api/admin/audit", key, summary: "The audit log" },
  adminLog: { path: "/api/admin/log", key, summary: "The public log as its keeper sees it" },
  restartLog: { method: "POST", path: "/api/admin/log/restart", key, summary: "Begin a new public log" },
  rotateKey: { method: "POST", path: "/api/admin/keys/rotate", key, summary: "Put a new key in the place of one" },
  adminBreaches: { path: "/api/admin/breach", key, summary: "Who was told of a breach" },
  tellBreach: { method: "POST", path: "/api/admin/breach", key, summary: "Tell signers of a breach" },
  copyDatabase: { method: "POST", path: "/api/admin/backup/copy", key, summary: "Copy the embedded database’s files" },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
