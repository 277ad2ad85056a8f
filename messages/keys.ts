/** From German: a key that German lacks does not compile. */
import type accessibility from "./de/accessibility.json";
import type administration from "./de/administration.json";
import type administrationCollection from "./de/administration-collection.json";
import type administrationLog from "./de/administration-log.json";
import type article from "./de/article.json";
import type audit from "./de/audit.json";
import type collection from "./de/collection.json";
import type confirmation from "./de/confirmation.json";
import type consent from "./de/consent.json";
import type donation from "./de/donation.json";
import type errors from "./de/errors.json";
import type exporting from "./de/export.json";
import type frame from "./de/frame.json";
import type home from "./de/home.json";
import type http from "./de/http.json";
import type language from "./de/language.json";
import type legal from "./de/legal.json";
import type logRestart from "./de/log-restart.json";
import type login from "./de/login.json";
import type mail from "./de/mail.json";
import type openData from "./de/open-data.json";
import type personal from "./de/personal.json";
import type privacy from "./de/privacy.json";
import type progress from "./de/progress.json";
import type receipt from "./de/receipt.json";
import type rotation from "./de/rotation.json";
import type sharing from "./de/sharing.json";
import type signing from "./de/signing.json";
import type supporters from "./de/supporters.json";
import type suspicion from "./de/suspicion.json";
import type transparency from "./de/transparency.json";
import type withdrawal from "./de/withdrawal.json";

interface Messages {
  accessibility: typeof accessibility;
  login: typeof login;
  article: typeof article;
  audit: typeof audit;
  collection: typeof collection;
  confirmation: typeof confirmation;
  consent: typeof consent;
  administration: typeof administration;
  "administration-collection": typeof administrationCollection;
  "administration-log": typeof administrationLog;
  donation: typeof donation;
  errors: typeof errors;
  export: typeof exporting;
  frame: typeof frame;
  home: typeof home;
  http: typeof http;
  language: typeof language;
  legal: typeof legal;
  "log-restart": typeof logRestart;
  mail: typeof mail;
  "open-data": typeof openData;
  personal: typeof personal;
  privacy: typeof privacy;
  progress: typeof progress;
  receipt: typeof receipt;
  rotation: typeof rotation;
  sharing: typeof sharing;
  signing: typeof signing;
  supporters: typeof supporters;
  suspicion: typeof suspicion;
  transparency: typeof transparency;
  withdrawal: typeof withdrawal;
}

type Leaves<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Leaves<Tree[Name]>}`;
}[keyof Tree & string];

export type MessageKey = Leaves<Messages>;
