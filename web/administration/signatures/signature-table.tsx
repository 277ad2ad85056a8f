import type { AdminSignature } from "../../../contract/administration/signatures.ts";
import { isLanguage, OWN_NAMES } from "../../../petition/language.ts";
import { Icon, type IconName } from "../../design/icon.tsx";
import { useTranslations } from "../../translation.tsx";
import { zonedMinute } from "../moment.ts";
import { Table } from "../table.tsx";

export function SignatureTable({
  signatures,
  chosen,
  onRemove,
  onMove,
  onHideName,
}: {
  signatures: AdminSignature[];
  /** The one that is about to be deleted. */
  chosen: string | null;
  onRemove(signature: AdminSignature): void;
  /** Into quarantine, or out of it. */
  onMove(signature: AdminSignature): void;
  /** From the public list, or back into it. */
  onHideName(signature: AdminSignature): void;
}) {
  const t = useTranslations();
  return (
    <Table
      label={t("administration.list.table")}
      columns={[
        t("administration.list.name"),
        t("administration.list.email"),
        t("administration.list.visibility"),
        t("administration.list.language"),
        { name: t("administration.list.confirmed"), look: "sorted" },
      ]}
      acts
    >
      {signatures.map((signature) => (
        <tr key={signature.id} className={signature.id === chosen ? "sel" : undefined}>
          <th scope="row">
            <bdi>{signature.fullName}</bdi>
            {signature.reasons.map((reason) => (
              <span key={reason} className="reason">
                <Icon name="warning" /> {t(`suspicion.reason.${reason}`)}
              </span>
            ))}
          </th>
          <td>
            <bdi>{signature.email}</bdi>
          </td>
          <td>
            <span className={signature.visibility === "public" ? "badge moss" : "badge"}>
              {t(`administration.list.${signature.visibility}`)}
            </span>{" "}
            {signature.nameHidden && <span className="badge brass">{t("suspicion.state.name-hidden")}</span>}{" "}
            {signature.quarantined && <span className="badge brass">{t("administration.list.quarantined")}</span>}
          </td>
          <td>{isLanguage(signature.locale) ? OWN_NAMES[signature.locale] : signature.locale}</td>
          <td className="tab">
            <time dateTime={signature.confirmedAt}>{zonedMinute(signature.confirmedAt)}</time>
          </td>
          <td>
            <div className="admin-acts">
              {signature.visibility === "public" && (
                <RowButton
                  icon={signature.nameHidden ? "show" : "hide"}
                  label={t(signature.nameHidden ? "suspicion.name.show" : "suspicion.name.hide", {
                    name: signature.fullName,
                  })}
                  onClick={() => onHideName(signature)}
                />
              )}
              <RowButton
                icon={signature.quarantined ? "unlock" : "lock"}
                label={t(signature.quarantined ? "suspicion.release.one" : "suspicion.quarantine.one", {
                  name: signature.fullName,
                })}
                onClick={() => onMove(signature)}
              />
              <RowButton
                icon="bin"
                label={t("administration.remove.label", { name: signature.fullName })}
                onClick={() => onRemove(signature)}
              />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function RowButton({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <button type="button" className="btn-icon" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
