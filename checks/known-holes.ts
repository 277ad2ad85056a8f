/** What `npm audit --json` answers, read for what runs in production. */
export interface Hole {
  name: string;
  severity: string;
  /** What is known of it, with its address. */
  told: string[];
}

/** Holes that are no danger here, by the address of what is known of them, with the reason. */
const HARMLESS: Record<string, string> = {};

interface Advisory {
  title: string;
  url: string;
}

interface Report {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { name: string; severity: string; via: (string | Advisory)[] }>;
}

/** Null where nobody answered the question: that is neither good nor bad news. */
export function holesIn(answer: string, harmless = HARMLESS): Hole[] | null {
  const report = parsed(answer);
  if (report?.auditReportVersion === undefined || !report.vulnerabilities) return null;
  return Object.values(report.vulnerabilities).flatMap(({ name, severity, via }) => {
    const told = via.filter((one) => typeof one === "object").filter(({ url }) => !(url in harmless));
    // What only builds on a package with a hole is named by that one.
    return told.length > 0 ? [{ name, severity, told: told.map(({ title, url }) => `${title} (${url})`) }] : [];
  });
}

function parsed(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}
