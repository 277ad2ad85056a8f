/** The form that an article has here. Its words are the campaign's: `article.<part>`. */
export interface Part<Id extends string = string> {
  id: Id;
  facts: readonly string[];
}

/** Each says `kind`, `title`, `text`, and in `answer` what the other side says. */
interface Risk extends Part {
  /** Two figures beside each other: `article.risks.<id>.<name>` and `<name>Figure`. */
  pair?: readonly string[];
  chart?: string;
}

interface SummaryItem extends Part {
  isAnswered?: boolean;
}

export interface Outline {
  scene: Part;
  summary: readonly SummaryItem[];
  summaryChart: string;
  risks: readonly Risk[];
  /** A few sentences that lead to the risk they stand before, and to those after it. */
  bridges: readonly { id: string; before: string }[];
  objections: readonly Part[];
  why: Part;
  whyChart: string;
  reasons: readonly Part[];
  conclusion: Part;
}
