import type { LatestSupporter } from "../../../contract/supporters.ts";
import { LatestSupporters } from "../../supporters/latest-supporters.tsx";
import { useTranslations } from "../../translation.tsx";
import { fresh, LONG_NAME, none, supporter } from "../people.ts";
import type { Entry } from "../state.ts";

function Listed({ of }: { of: LatestSupporter[] }) {
  return <LatestSupporters latest={fresh(of)} isEnded={false} />;
}

const upTo = (size: number) => Array.from({ length: size }, (_, place) => supporter(place));

export default {
  states: {
    loading: () => <LatestSupporters latest={none("asking")} isEnded={false} />,
    "in peak mode": () => <LatestSupporters latest={fresh(upTo(3))} isEnded={false} pauses />,
    failed: () => <LatestSupporters latest={none("failed")} isEnded={false} />,
    empty: () => <Listed of={[]} />,
    one: () => <Listed of={upTo(1)} />,
    many: () => <Listed of={upTo(10)} />,
    "some of them private": () => {
      const name = useTranslations()("supporters.anonymous");
      const isPrivate = (place: number) => place % 2 === 1;
      return (
        <Listed
          of={upTo(6).map((one, place) =>
            isPrivate(place) ? { ...one, name, initials: "", visibility: "private" as const } : one,
          )}
        />
      );
    },
    "long names": () => (
      <Listed of={[supporter(0, LONG_NAME), supporter(1), supporter(2, LONG_NAME.replaceAll(/[ -]/g, ""))]} />
    ),
    ended: () => <LatestSupporters latest={fresh([])} isEnded />,
  },
} satisfies Entry;
