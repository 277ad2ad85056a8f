/** What a site exposes, as Prometheus reads it. */
export interface Exposed {
  type: string;
  help: string;
  /** Names of samples: of a histogram three. */
  samples: Set<string>;
  labels: Set<string>;
}

export function exposedIn(text: string): Map<string, Exposed> {
  const families = new Map<string, Exposed>();
  for (const [, name = "", help = ""] of text.matchAll(/^# HELP (\w+) (.+)$/gm))
    families.set(name, { type: "", help, samples: new Set(), labels: new Set() });
  for (const [, name = "", type = ""] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const family = families.get(name);
    if (family) family.type = type;
  }
  for (const [, sample = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? [^ ]+$/gm)) {
    const family = families.get(sample) ?? families.get(sample.replace(/_(?:bucket|sum|count)$/, ""));
    family?.samples.add(sample);
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) if (label !== "le") family?.labels.add(label);
  }
  return families;
}
