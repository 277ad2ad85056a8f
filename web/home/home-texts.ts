import type { ChartContent } from "../charts/chart.ts";
import type { Linked, SourceSentence } from "../facts/sources.ts";

interface Figure {
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

/** The texts of the home page that never change, formatted, so that the browser need not load their messages. */
export interface HomeTexts {
  why: ReasonTexts[];
  figures: FigureTexts | null;
  honesty: HonestyTexts;
  behind: PointTexts;
  counting: PointTexts;
}
