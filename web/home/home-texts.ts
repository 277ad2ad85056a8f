import type { ChartContent } from "../charts/chart.ts";
import type { Linked, SourceSentence } from "../facts/sources.ts";

interface Figure {
  /** With its unit. */
  share: string;
  text: string;
  source: SourceSentence;
}

export interface FigureTexts {
  title: string;
  lead: Figure & { claim: string };
  side: Figure[];
  checked: string;
  chart: ChartContent;
}

/** A sentence that says where to read on. */
export interface Onward extends Linked {
  to: string;
}

export interface PointTexts {
  title: string;
  text?: string;
  onward?: Onward;
}

export interface HonestyTexts {
  title: string;
  points: PointTexts[];
}

export interface ReasonTexts {
  title: string;
  reasons: string[];
}

/** What of the home page never changes while somebody reads it, in finished sentences: the browser need not load their messages. */
export interface HomeTexts {
  why: ReasonTexts[];
  figures: FigureTexts | null;
  honesty: HonestyTexts;
  behind: PointTexts;
  counting: PointTexts;
}
