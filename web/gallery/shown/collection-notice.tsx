import type { CollectionNotice } from "../../../contract/collection.ts";
import { CollectionNoticeSheet } from "../../collection/collection-notice.tsx";
import { useMade } from "../made.ts";
import { LONG_NAME, statsAt } from "../people.ts";
import type { Entry } from "../state.ts";

function Notice({ of, isSent = false, said = [] }: { of: "paused" | "closed" | "ended"; isSent?: boolean; said?: string[] }) {
  const { notices, notTaken } = useMade();
  const notice: CollectionNotice = { ...notices[of], paragraphs: [...notices[of].paragraphs, ...said] };
  return <CollectionNoticeSheet notice={notice} notTaken={isSent ? notTaken : null} stats={statsAt(12_431)} />;
}

export default {
  states: {
    paused: () => <Notice of="paused" />,
    closed: () => <Notice of="closed" />,
    ended: () => <Notice of="ended" />,
    "to whoever has just signed": () => <Notice of="closed" isSent />,
    "long text": () => <Notice of="paused" said={[LONG_NAME.repeat(8)]} />,
  },
} satisfies Entry;
