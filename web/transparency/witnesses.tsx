import type { WitnessSeen } from "../../contract/transparency.ts";
import { petitionConfig } from "../../petition.config.ts";
import { MailLink } from "../frame/mail-link.tsx";
import { Text, useFormat, useTranslations } from "../translation.tsx";
import { SOURCE_TAGS } from "./source-link.tsx";

/** Who has cosigned what, and when. */
export function Witnesses({ witnesses }: { witnesses: WitnessSeen[] }) {
  const t = useTranslations();
  const format = useFormat();
  const address = petitionConfig.organisation.email;
  return (
    <>
      <p className="mt-4">{t("transparency.witnesses.text")}</p>
      {witnesses.length === 0 ? (
        <p className="empty mt-5">{t("transparency.witnesses.none")}</p>
      ) : (
        <dl className="facts witnesses">
          {witnesses.map(({ name, size, at }) => (
            <div key={name}>
              <dt className="wrap-anywhere">{name}</dt>
              <dd>
                {size !== null && at !== null
                  ? t("transparency.witnesses.size", { size, time: format.dateTime(at) })
                  : t("transparency.witnesses.never")}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="source mt-3">
        <Text
          of="transparency.witnesses.become"
          values={{ address }}
          tags={{ ...SOURCE_TAGS, mail: (inner) => <MailLink address={address}>{inner}</MailLink> }}
        />
      </p>
    </>
  );
}
