import { Histogram, type HistogramConfiguration } from "prom-client";

export interface Distribution {
  observe(value: number): void;
}

type Labels<Label extends string> = Record<Label, string>;

/** A histogram whose parts are looked up once: prom-client's own makes a key of all labels for each value, too dear for each request. */
export class Distributions<Label extends string = never> extends Histogram<Label> {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: number[];
  readonly #parts = new Map<string, Part<Label>>();

  constructor({
    name,
    help,
    labelNames,
    buckets,
  }: Required<Pick<HistogramConfiguration<Label>, "name" | "help" | "buckets">> & { labelNames?: Label[] }) {
    super({ name, help, labelNames: labelNames ?? [], buckets, registers: [] });
    this.#name = name;
    this.#help = help;
    this.#bounds = buckets;
  }

  /** To be kept by whoever observes often. */
  of(labels: Labels<Label>): Distribution {
    const key = Object.values(labels).join("\n");
    const part = this.#parts.get(key) ?? new Part(labels, this.#bounds);
    this.#parts.set(key, part);
    return part;
  }

  override async get() {
    const values = [...this.#parts.values()].flatMap((part) => part.values(this.#name));
    return { name: this.#name, help: this.#help, type: "histogram", values, aggregator: "sum" } as unknown as Awaited<
      ReturnType<Histogram<Label>["get"]>
    >;
  }

  /** What the registry asks for instead of `get`; left out by its types. */
  getForPromString() {
    return this.get();
  }
}

class Part<Label extends string> implements Distribution {
  readonly #labels: Labels<Label>;
  readonly #bounds: number[];
  readonly #counts: number[];
  #sum = 0;

  constructor(labels: Labels<Label>, bounds: number[]) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = Array(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    let place = 0;
    for (const bound of this.#bounds) {
      if (value <= bound) break;
      place += 1;
    }
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#sum += value;
  }

  values(name: string) {
    let below = 0;
    const buckets = this.#counts.map((count, place) => {
      below += count;
      return { metricName: `${name}_bucket`, labels: { ...this.#labels, le: this.#bounds[place] ?? "+Inf" }, value: below };
    });
    const labels = this.#labels;
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: below },
    ];
  }
}
