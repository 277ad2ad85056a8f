/** What docs/reference/settings.md says of a setting: it stands beside the setting's kind and default, and nowhere else. */
import { z } from "zod";

export interface Said {
  /** One sentence, without a full stop at its end. */
  does: string;
  /** One that can be used. */
  example?: string;
  /** What holds without it, where the schema's default does not say so. */
  otherwise?: string;
  /** Where `docs/operating/` goes on about it: `going-viral.md#limits`. */
  more?: string;
}

export const SAID = z.registry<Said>();
