import { Counter } from "prom-client";

/** Plain numbers: the home page is asked for some ten thousand times a second. */
const counts = { fromMemory: 0, rendered: 0 };

export const pagesAsked = new Counter({
  name: "petition_page_memory_reads_total",
  help: "Pages that were asked for and are the same for everybody",
  registers: [],
  collect() {
    this.reset();
    this.inc(counts.fromMemory);
  },
});

export const pagesRendered = new Counter({
  name: "petition_page_memory_renders_total",
  help: "How often such a page was not in memory, or had something new to say, and was rendered",
  registers: [],
  collect() {
    this.reset();
    this.inc(counts.rendered);
  },
});

export function countPageAsked(): void {
  counts.fromMemory += 1;
}

export function countPageRendered(): void {
  counts.rendered += 1;
}
