/** Every call that the site answers, by name. Browsers load this file, and no schema with it: what each takes and answers is in `api.ts`. */

export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{name}`: one of the fields that it takes. The others make the query, or the body where the method has one. */
  path: string;
  /** Else JSON. */
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
  stats: { method: "GET", path: "/api/petition/stats" },
  latestSupporters: { method: "GET", path: "/api/petition/supporters", inLanguage: true },
  supporters: { method: "GET", path: "/api/petition/supporters-paginated", inLanguage: true },
  captcha: { method: "GET", path: "/api/captcha" },
  sign: { method: "POST", path: "/api/petition/sign", hasOutcome: true },
  resend: { method: "POST", path: "/api/petition/resend", hasOutcome: true },
  confirm: { method: "GET", path: "/api/petition/confirm/{token}", hasOutcome: true, inLanguage: true },
  withdraw: { method: "POST", path: "/api/petition/delete", hasOutcome: true },
  sendPersonalLink: { method: "POST", path: "/api/petition/personal-link", hasOutcome: true },
  receipt: { method: "POST", path: "/api/petition/receipt", hasOutcome: true },
  languagePreference: { method: "GET", path: "/api/language/preference" },
  switchLanguage: { method: "POST", path: "/api/language/switch" },
  openCounts: { method: "GET", path: "/api/open/counts" },
  badge: { method: "GET", path: "/badge.svg", inLanguage: true, answers: "text" },
  card: { method: "GET", path: "/embed", inLanguage: true, answers: "text" },
  qrCode: { method: "GET", path: "/qr/{language}.svg", answers: "text" },
  engraving: { method: "GET", path: "/drawings/engraving/{step}", answers: "text" },
  checkpoint: { method: "GET", path: "/log/checkpoint", answers: "text" },
  logKeys: { method: "GET", path: "/log/key", answers: "text" },
  logTile: { method: "GET", path: "/log/tile/{level}/{tile}", answers: "bytes" },
  logText: { method: "GET", path: "/log/text/{hash}", answers: "text" },
  tellEvent: { method: "POST", path: "/api/analytics", answers: "nothing" },
  handInReport: { method: "POST", path: "/api/mail/bounces", takes: "signed bytes" },
  description: { method: "GET", path: "/api/openapi.json" },
  health: { method: "GET", path: "/healthz" },
  readiness: { method: "GET", path: "/readyz" },
  metrics: { method: "GET", path: "/metrics", answers: "text", key: "from elsewhere" },
  adminStats: { method: "GET", path: "/api/admin/stats", key },
  adminCharts: { method: "GET", path: "/api/admin/charts", key },
  adminOperations: { method: "GET", path: "/api/admin/operations", key },
  adminSignatures: { method: "GET", path: "/api/admin/signatures", key },
  adminSignature: { method: "GET", path: "/api/admin/signatures/{id}", key },
  removeSignature: { method: "DELETE", path: "/api/admin/signatures/{id}", key },
  decideName: { method: "POST", path: "/api/admin/signatures/{id}/name", key },
  grantObjection: { method: "POST", path: "/api/admin/signatures/{id}/objection", key },
  exportSignatures: { method: "GET", path: "/api/admin/export", key, answers: "bytes" },
  adminSuspicion: { method: "GET", path: "/api/admin/suspicion", key },
  previewQuarantine: { method: "GET", path: "/api/admin/quarantine", key },
  quarantine: { method: "POST", path: "/api/admin/quarantine", key },
  release: { method: "POST", path: "/api/admin/release", key },
  adminMail: { method: "GET", path: "/api/admin/mail", key },
  retryMails: { method: "POST", path: "/api/admin/mail/retry", key },
  retryMail: { method: "POST", path: "/api/admin/mail/{id}/retry", key },
  checkSender: { method: "GET", path: "/api/admin/sender", key },
  adminCollection: { method: "GET", path: "/api/admin/collection", key },
  changeCollection: { method: "PUT", path: "/api/admin/collection", key },
  adminEnd: { method: "GET", path: "/api/admin/end", key },
  endPetition: { method: "POST", path: "/api/admin/end", key },
  adminAudit: { method: "GET", path: "/api/admin/audit", key },
  adminLog: { method: "GET", path: "/api/admin/log", key },
  restartLog: { method: "POST", path: "/api/admin/log/restart", key },
  rotateKey: { method: "POST", path: "/api/admin/keys/rotate", key },
  adminBreaches: { method: "GET", path: "/api/admin/breach", key },
  tellBreach: { method: "POST", path: "/api/admin/breach", key },
  copyDatabase: { method: "POST", path: "/api/admin/backup/copy", key },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
