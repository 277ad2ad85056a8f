import type { AdminSignature } from "../../../contract/administration/signatures.ts";
import { initialsOf } from "../../../petition/supporters.ts";
import { Coin, coinStyle } from "../../design/coin.tsx";
import { useTranslations } from "../../translation.tsx";
import { zonedMinute } from "../moment.ts";

export function Recent({ signatures }: { signatures: AdminSignature[] }) {
  const t = useTranslations();
  return (
    <aside aria-labelledby="recent">
      <h2 id="recent">{t("administration.recent.title")}</h2>
      {signatures.length === 0 && <p className="soft">{t("administration.recent.empty")}</p>}
      <ul className="people one">
        {signatures.map((signature, place) => (
          <li key={signature.id}>
            <Coin initials={initialsOf(signature.fullName)} style={coinStyle(place)} small />{" "}
            <span>
              <b>
                <bdi>{signature.fullName}</bdi>
              </b>{" "}
              <time dateTime={signature.confirmedAt}>{zonedMinute(signature.confirmedAt)}</time>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
