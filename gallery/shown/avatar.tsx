import { Avatar } from "../../web/design/avatar.tsx";
import type { GalleryEntry } from "../state.ts";

const STYLES = [0, 1, 2, 3] as const;

export default {
  states: {
    "with initials": () => STYLES.map((style) => <Avatar key={style} initials="AB" style={style} />),
    "without a name": () => STYLES.map((style) => <Avatar key={style} style={style} />),
    small: () => STYLES.map((style) => <Avatar key={style} initials="ŻŁ" style={style} small />),
  },
} satisfies GalleryEntry;
