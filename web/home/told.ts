import type { ChartContent } from "../charts/chart.ts";
import type { Linked, SourceSentence } from "../facts/sources.ts";

interface ToldFigure {
  /** With its unit. */
  share: string;
  text: string;
  source: SourceSentence;
}

export interface FiguresTold {
  title: string;
  lead: ToldFigure & { claim: string };
  side: ToldFigure[];
  checked: string;
  chart: ChartContent;
}

/** A sentence that says where to read on. */
export interface Onward extends Linked {
  to: string;
}

export interface PointTold {
  title: string;
  text?: string;
  onward?: Onward;
}

export interface HonestyTold {
  title: string;
  points: PointTold[];
}

export interface ReasonsTold {
  title: string;
  reasons: string[];
}

/** What of the home page never changes while somebody reads it, in finished sentences: the browser need not load their messages. */
export interface HomeTold {
  why: ReasonsTold[];
  figures: FiguresTold | null;
  honesty: HonestyTold;
  behind: PointTold;
  counting: PointTold;
}
