import { Coin } from "../../design/coin.tsx";
import type { GalleryEntry } from "../state.ts";

const STYLES = [0, 1, 2, 3] as const;

export default {
  states: {
    "with initials": () => STYLES.map((style) => <Coin key={style} initials="AB" style={style} />),
    "without a name": () => STYLES.map((style) => <Coin key={style} style={style} />),
    small: () => STYLES.map((style) => <Coin key={style} initials="ŻŁ" style={style} small />),
  },
} satisfies GalleryEntry;
