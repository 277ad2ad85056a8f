import type { SignedAs } from "../../contract/confirmation.ts";
import { Text, useTranslations } from "../translation.tsx";

/** Which name the link counts, or has counted, and what the list makes of it. */
export function NameSigned({ signedAs, heading }: { signedAs: SignedAs; heading: "asks" | "counted" }) {
  const { fullName, listedAs, onHold } = signedAs;
  const t = useTranslations();
  return (
    <div className="hint-line">
      <p>
        <span className="small soft block">{t(`confirmation.name.${heading}`)}</span>{" "}
        <b translate="no">
          <bdi>{fullName}</bdi>
        </b>
      </p>
      <p className="small mt-1">
        {onHold && <Text of="confirmation.name.onHold" />}
        {!onHold && listedAs !== null && <Text of="confirmation.name.listed" values={{ listedAs }} />}
        {!onHold && listedAs === null && (
          <Text of="confirmation.name.anonymous" values={{ anonymous: t("supporters.anonymous") }} />
        )}
      </p>
    </div>
  );
}
