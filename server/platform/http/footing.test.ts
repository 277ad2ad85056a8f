import { expect, test } from "vitest";
import german from "../../../messages/de/frame.json" with { type: "json" };
import form from "../../../messages/de/signing.json" with { type: "json" };
import { articlePathIn } from "../../../petition/addresses.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import { openHouse } from "../../testing/house.ts";

const SECURE = [form.form.secure, german.footer.ssl];

test.each([
  [{ PUBLIC_URL: "https://petition.example" }, SECURE],
  [{ PUBLIC_URL: "http://petition.example" }, []],
  [{ PUBLIC_URL: "http://localhost:3000" }, SECURE],
  [{}, SECURE],
  [{ HOST: "0.0.0.0" }, []],
  [{ TRUST_PROXY: "loopback" }, []],
])("with %j, form and footer speak of a secure connection: %j", async (settings, said) => {
  const house = await openHouse("server", settings);
  try {
    const { body } = await house.get<string>("/");
    expect(SECURE.filter((words) => body.includes(words))).toEqual(said);
    expect(body).toContain(form.form.gdpr);
  } finally {
    await house.close();
  }
});

test("what nobody has filled in is neither a link to write to nor a name for machines", async () => {
  const house = await openHouse("server");
  try {
    for (const path of ["/", articlePathIn("de"), "/barrierefreiheit", "/widerruf", "/unterstuetzer"]) {
      const { body } = await house.get<string>(path);
      expect(body.includes(`mailto:${petitionConfig.organisation.email}`), path).toBe(false);
      const machines = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].join();
      expect(machines, path).not.toContain(PLACEHOLDER);
    }
  } finally {
    await house.close();
  }
});

test("every page offers the source and the licence, whose full text the site has", async () => {
  const house = await openHouse("server");
  try {
    for (const language of LANGUAGES) {
      const { body } = await house.get<string>(`/${language}/datenschutz`);
      expect(body).toContain(`<a href="${petitionConfig.sourceUrl}" target="_blank"`);
      expect(body).toContain('<a href="/LICENSE.txt">');
    }
    const { status, headers, body } = await house.get<string>("/LICENSE.txt");
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: "text/plain; charset=utf-8" });
    expect(body).toContain("SPDX-License-Identifier: AGPL-3.0-or-later");
    expect(body).toContain("13. Remote Network Interaction; Use with the GNU General Public License.");
  } finally {
    await house.close();
  }
});
