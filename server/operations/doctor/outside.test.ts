import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { surveySettings } from "../../platform/config/configuration.ts";
import { makeCrypto } from "../../platform/crypto/crypto.ts";
import { makeCertificate } from "../../testing/certificate.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { openTlsProxy, type ProxyManners, type TlsProxy } from "../../testing/tls-proxy.ts";
import { daysLeft, endOfCertificate } from "./asking.ts";
import { makeChallenge, reach } from "./challenge.ts";
import type { Findings } from "./examine.ts";
import { addressLeadsHere, certificateLasts, FORGED, pageComesThrough, proxyIsBelievedRightly } from "./outside.ts";

const SECRET_KEY = "the-secret-of-our-tests";
const crypto = makeCrypto([SECRET_KEY]);
const GOOD: ProxyManners = {
  forwards: "adds",
  drops: [],
  ignores: [],
  adds: {},
  bodyLimit: 1e6,
  behind: [],
  plain: "redirects",
};

const certificate = makeCertificate(["localhost"]);
let proxy: TlsProxy;
let trusting: House;
let distrusting: House;
let hopping: House;

beforeAll(async () => {
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  proxy = await openTlsProxy(certificate);
  const settings = { SECRET_KEY, PUBLIC_URL: proxy.url };
  trusting = await openHouse("server", { ...settings, TRUST_PROXY: "loopback" });
  distrusting = await openHouse("server", settings);
  hopping = await openHouse("server", { ...settings, TRUST_PROXY: "2" });
  proxy.to = trusting.url;
});
afterEach(() => {
  Object.assign(proxy.manners, GOOD);
  proxy.to = trusting.url;
});
afterAll(async () => {
  await Promise.all([trusting.close(), distrusting.close(), hopping.close()]);
  await proxy.close();
});

const said = (findings: Findings) => [findings].flat().map(({ sign, seen }) => `${sign}: ${seen}`);
const address = async (key = crypto) =>
  said(addressLeadsHere(proxy.url, await reach(proxy.url, key), await reach(proxy.url, key, { isLarge: true })));
const believed = async (TRUST_PROXY = "loopback") =>
  said(
    proxyIsBelievedRightly({
      plain: await reach(proxy.url, crypto),
      forged: await reach(proxy.url, crypto, { from: FORGED }),
      isSecure: true,
      trust: surveySettings({ TRUST_PROXY }).configuration.trustProxy,
    }),
  );
const pages = async () => said(await pageComesThrough(proxy.url, proxy.plainPort));

describe("The public address, asked through a real proxy with TLS", () => {
  test("leads here", async () => {
    expect(await address()).toEqual([`good: ${proxy.url} leads to this installation, and passes on what our calls take.`]);
  });

  test("leads to somebody else who also runs a petition: they do not know our key, and learn none", async () => {
    expect(await address(makeCrypto(["the-secret-of-another-site"]))).toEqual([
      `fault: ${proxy.url} leads to something that does not know this installation's SECRET_KEY (404).`,
    ]);
  });

  test("leads to a site that is down, to a proxy that passes little on, and to nothing", async () => {
    proxy.manners.bodyLimit = 10_000;
    expect(await address()).toEqual([expect.stringMatching(/^fault: what stands before the site does not pass on 60 KB/)]);
    proxy.to = "http://127.0.0.1:1";
    expect(await address()).toEqual([expect.stringMatching(/^fault: the proxy at \S+ answers 502/)]);
    const nowhere = "https://127.0.0.1:1";
    const reached = await reach(nowhere, crypto);
    expect(said(addressLeadsHere(nowhere, reached, reached))).toEqual([`fault: nothing answers at ${nowhere} (ECONNREFUSED).`]);
  });

  test.each([
    ["for another name", ["petition.example"], 90, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["that has ended", ["localhost"], -1, "CERT_HAS_EXPIRED"],
    ["that nobody vouches for", ["localhost"], 90, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ])("has a certificate %s", async (_, names, days, code) => {
    const shown = makeCertificate(names, { days });
    const bad = await openTlsProxy(shown);
    if (code !== "DEPTH_ZERO_SELF_SIGNED_CERT")
      setDefaultCACertificates([...getCACertificates("default"), certificate.cert, shown.cert]);
    const reached = await reach(bad.url, crypto);
    expect(said(addressLeadsHere(bad.url, reached, reached))).toEqual([
      `fault: the certificate at ${bad.url} is not valid (${code}): browsers refuse the page.`,
    ]);
    await bad.close();
  });

  test("a certificate's days are counted", async () => {
    const days = daysLeft(await endOfCertificate(proxy.url), new Date());
    expect(days).toBe(90);
    expect([90, 13, 2, -1].map((left) => certificateLasts(left).sign)).toEqual(["good", "warning", "fault", "fault"]);
  });
});

describe("TRUST_PROXY", () => {
  test("is right: the asker is seen, and a forged header changes nothing", async () => {
    expect(await believed()).toEqual([expect.stringMatching(/^good: (?:127\.0\.0\.1|::1) was seen as the asker/)]);
    proxy.manners.forwards = "replaces";
    expect(await believed()).toEqual([expect.stringMatching(/^good: /)]);
  });

  test("names no proxy", async () => {
    proxy.to = distrusting.url;
    expect(await believed("")).toEqual([expect.stringMatching(/^fault: TRUST_PROXY does not name the proxy at 127\.0\.0\.1/)]);
  });

  test("names more hops than there are: whoever forges the header is believed", async () => {
    proxy.to = hopping.url;
    expect(await believed("2")).toEqual([expect.stringMatching(/^fault: a forged X-Forwarded-For is believed/)]);
  });

  test("names fewer proxies than there are", async () => {
    proxy.manners.behind = ["198.51.100.7"];
    expect(await believed()).toEqual([
      "fault: 2 proxies stand in front, and TRUST_PROXY names fewer: 198.51.100.7, one of them, is taken for the visitor.",
    ]);
  });

  test("cannot help where the proxy says nothing", async () => {
    proxy.manners.forwards = "nothing";
    expect(await believed()).toEqual([expect.stringMatching(/^fault: the proxy sends no X-Forwarded-For/)]);
  });
});

describe("Pages", () => {
  test("come through as they were sent", async () => {
    expect(await pages()).toEqual(["good: headers, packing and the way from http to https are as they should be."]);
  });

  test.each<[string, Partial<ProxyManners>, RegExp]>([
    ["without HSTS", { drops: ["strict-transport-security"] }, /^fault: Strict-Transport-Security does not come through/],
    ["without what guards them", { drops: ["content-security-policy"] }, /^fault: the proxy takes off content-security-policy/],
    ["kept by the proxy", { adds: { "cache-control": "max-age=600" } }, /^fault: the proxy keeps pages/],
    ["sent again to who has them", { ignores: ["if-none-match"] }, /^warning: a page that is known already is sent again/],
    ["unpacked", { ignores: ["accept-encoding"] }, /^warning: pages arrive unpacked/],
    ["over http", { plain: "serves" }, /^fault: http:\/\/localhost answers 200 instead of leading to/],
  ])("%s", async (_, manners, sentence) => {
    Object.assign(proxy.manners, manners);
    expect(await pages()).toEqual([expect.stringMatching(sentence)]);
  });
});

test("strangers learn nothing: without the key, or with an old challenge's mac, there is no such call", async () => {
  const unknown = await trusting.post("/nothing-here", {});
  const ask = (body: unknown) => trusting.post("/doctor", body);
  const { nonce } = makeChallenge(crypto);
  for (const body of [{}, { nonce, mac: "" }, { ...makeChallenge(crypto), nonce }, makeChallenge(makeCrypto(["another-key"]))])
    expect((await ask(body)).status).toBe(404);
  expect(unknown.status).not.toBe(200);
  expect(JSON.stringify((await ask(makeChallenge(crypto))).body)).not.toContain(SECRET_KEY);
});
