import { useEffect, useRef } from "react";
import { Icon } from "../design/icon.tsx";
import { Kept } from "../translation.tsx";

export function Trouble({ sentences }: { sentences: string[] | null }) {
  const box = useRef<HTMLDivElement>(null);
  const [wrong, ...kept] = sentences ?? [];
  useEffect(() => {
    if (wrong) box.current?.scrollIntoView({ block: "center" });
  }, [wrong]);
  return (
    // It stands there from the start: a live region that appears together with its text is not read.
    <div role="alert" ref={box}>
      {wrong && (
        <div className="failed trouble">
          <Icon name="warning" />
          <div>
            <p>
              <Kept>{wrong}</Kept>
            </p>
            {kept.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
