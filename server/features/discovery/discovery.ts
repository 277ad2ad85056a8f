import { API } from "../../../contract/api.ts";
import { CALLS, type CallName } from "../../../contract/calls.ts";
import { TAGS } from "../../../contract/described.ts";
import type { ApiDescription, Discovery } from "../../../contract/discovery.ts";
import { PAGES } from "../../../petition/addresses.ts";
import { isExampleAddress } from "../../../petition/example-address.ts";
import { PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import { LICENCE, VERSION } from "../../platform/version.ts";
import { openWriter } from "./describing.ts";
import { commonAnswers, writeOperation } from "./operation.ts";

interface Described {
  publicUrl: string;
  name: string;
  takesBounces: boolean;
  takesEvents: boolean;
  copiesDatabase: boolean;
}

const ABOUT = `Names, rules and limits are those of the site itself: its own pages make these calls.

Bodies are JSON, and unknown fields are ignored. A refused or failed call answers \`{ "message" }\`, a sentence for people in the language of \`locale\` in the body, else \`lang\` in the address, else the cookie, else \`Accept-Language\`, else German. What came of signing, confirming and withdrawing stands in \`outcome\`.

The administrator's key goes into \`Authorization: Bearer\`, never into an address.`;

export function discovery({ publicUrl, ...others }: Omit<Described, "publicUrl"> & { publicUrl(): string }): Discovery {
  let known: { url: string; api: ApiDescription } | null = null;
  return {
    describedApi() {
      const url = publicUrl();
      if (known?.url !== url) known = { url, api: describeApi({ publicUrl: url, ...others }) };
      return known.api;
    },
  };
}

export function describeApi({
  publicUrl,
  name: petition,
  takesBounces,
  takesEvents,
  copiesDatabase,
}: Described): ApiDescription {
  const writer = openWriter();
  const isThere: Partial<Record<CallName, boolean>> = {
    handInReport: takesBounces,
    tellEvent: takesEvents,
    copyDatabase: copiesDatabase,
  };
  const paths: ApiDescription["paths"] = {};
  for (const name of (Object.keys(CALLS) as CallName[]).filter((one) => isThere[one] ?? true)) {
    const { path, method } = CALLS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: writeOperation(name, API[name], writer) };
  }
  const responses = commonAnswers(writer);
  return {
    openapi: "3.1.0",
    info: {
      title: `Calls of the petition “${petition}”`,
      version: VERSION,
      summary: "What programs may ask of this site.",
      description: ABOUT,
      license: { name: LICENCE, url: `${publicUrl}/LICENSE.txt` },
      contact: contact(publicUrl),
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: writer.named(),
      responses,
      securitySchemes: {
        administrator: { type: "http", scheme: "bearer", description: "The administrator's key (`ADMIN_KEY`)." },
      },
    },
  };
}

function contact(publicUrl: string): object {
  const { name, email } = petitionConfig.organisation;
  return {
    url: `${publicUrl}${PAGES.legalNotice}`,
    ...(!name.includes(PLACEHOLDER) && { name }),
    ...(!email.includes(PLACEHOLDER) && !isExampleAddress(email) && { email }),
  };
}
