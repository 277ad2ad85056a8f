import type { CollectionNotice } from "../../contract/signing.ts";
import type { PetitionStats } from "../../contract/supporters.ts";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { Kept, Paragraph } from "../translation.tsx";

type NoticeProps = { notice: CollectionNotice; notTaken: string | null; stats: PetitionStats | null };

/** In place of the form. `notTaken`: shown to somebody who has just sent one. `stats` are null while unknown. */
export function CollectionNoticeSheet({ notice, notTaken, stats }: NoticeProps) {
  const isClosed = notice.status !== "paused";
  return (
    <Sheet id="sign" className="receipt in-place collection-notice" labelledBy="collection-title">
      <div className="result-head">
        <span className={isClosed ? "stamp ok" : "stamp wait"} aria-hidden="true">
          <Icon name={isClosed ? "tick" : "clock"} />
        </span>
        <h2 id="collection-title">{notice.title}</h2>
        {notice.day && <p className="message">{notice.day}</p>}
      </div>
      {notTaken && <p className="failed">{notTaken}</p>}
      {isClosed && stats && <Result stats={stats} />}
      <div className="paragraphs">
        {notice.paragraphs.map((paragraph, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same, and none changes its place
          <p className="lines" key={place}>
            {paragraph}
          </p>
        ))}
      </div>
      <p className="soft">
        <Kept>{notice.pending}</Kept>
      </p>
    </Sheet>
  );
}

function Result({ stats }: { stats: PetitionStats }) {
  const { signatureCount: count, targetCount: target, remainingSignatures } = stats;
  return (
    <Paragraph
      className="outcome"
      of="collection.result"
      values={{ count, target, reached: remainingSignatures === 0 ? "yes" : "no" }}
    />
  );
}
