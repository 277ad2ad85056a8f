import { Icon, type IconName } from "../../web/design/icon.tsx";
import type { GalleryEntry } from "../state.ts";

/** One that is missing does not compile. */
const EACH: Record<IconName, true> = {
  ...{ tick: true, warning: true, clock: true, down: true, back: true, forward: true, first: true, last: true },
  ...{ out: true, open: true, menu: true, close: true, lock: true, unlock: true, hide: true, show: true },
  ...{ envelope: true, shield: true, search: true, bin: true, download: true },
};

export default {
  states: {
    all: () => (
      <ul>
        {Object.keys(EACH).map((name) => (
          <li key={name}>
            <Icon name={name as IconName} /> {name}
          </li>
        ))}
      </ul>
    ),
  },
} satisfies GalleryEntry;
