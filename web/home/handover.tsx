import { handoverIn } from "../handover.ts";
import { useFormat, useLanguage, useTranslations } from "../translation.tsx";

export function Handover() {
  const t = useTranslations();
  const format = useFormat();
  const { recipient, date } = handoverIn(useLanguage(), t, (day) => format.dateTime(day, { dateStyle: "long" }));
  return (
    <>
      <li>{recipient}</li>
      {date && <li>{date}</li>}
    </>
  );
}
