import { Numeral } from "../../web/design/numeral.tsx";
import { useFormat } from "../../web/translation.tsx";
import type { GalleryEntry } from "../state.ts";

function Count({ of, counting }: { of: number; counting?: number }) {
  const format = useFormat();
  return <Numeral value={format.number(of)} counting={counting} />;
}

export default {
  states: {
    none: () => <Count of={0} />,
    thousands: () => <Count of={12_431} />,
    "on its way": () => <Count of={12_431} counting={9_876} />,
    millions: () => <Count of={6_103_056} />,
  },
} satisfies GalleryEntry;
