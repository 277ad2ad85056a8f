import type { AdminSignature } from "../../../contract/administration/signatures.ts";
import { isLanguage, ownNameOf } from "../../../petition/language.ts";
import { Icon, type IconName } from "../../design/icon.tsx";
import { useTranslations } from "../../translation.tsx";
import { Moment } from "../parts.tsx";
import { Table } from "../table.tsx";

interface Acting {
  onRemove(signature: AdminSignature): void;
  /** Into quarantine, or out of it. */
  onMove(signature: AdminSignature): void;
  /** From the public list, or (back) into it. */
  onHideName(signature: AdminSignature, hidden: boolean): void;
  /** Its owner has objected to the checks against forgery. */
  onObject(signature: AdminSignature): void;
}

/** `chosen`: the one that is about to be deleted. */
export function SignatureTable({
  signatures,
  chosen,
  ...acting
}: Acting & { signatures: AdminSignature[]; chosen: string | null }) {
  const t = useTranslations();
  return (
    <Table
      label={t("administration.list.table")}
      rows={signatures}
      keyOf={({ id }) => id}
      isMarked={({ id }) => id === chosen}
      columns={[
        { name: t("administration.list.name"), isHead: true, cell: (signature) => <Name signature={signature} /> },
        { name: t("administration.list.email"), cell: ({ email }) => <bdi>{email}</bdi> },
        { name: t("administration.list.visibility"), cell: (signature) => <Badges signature={signature} /> },
        {
          name: t("administration.list.language"),
          cell: ({ locale }) => (isLanguage(locale) ? ownNameOf(locale) : locale),
        },
        {
          name: t("administration.list.confirmed"),
          look: "sorted",
          cell: ({ confirmedAt }) => <Moment at={confirmedAt} />,
        },
      ]}
      acts={(signature) => <Acts signature={signature} {...acting} />}
    />
  );
}

function Name({ signature: { fullName, reasons } }: { signature: AdminSignature }) {
  const t = useTranslations();
  return (
    <>
      <bdi>{fullName}</bdi>
      {reasons.map((reason) => (
        <span key={reason} className="reason">
          <Icon name="warning" /> <span>{t(`suspicion.reason.${reason}`)}</span>
        </span>
      ))}
    </>
  );
}

function Badges({ signature: { visibility, nameHidden, nameOnHold, quarantined } }: { signature: AdminSignature }) {
  const t = useTranslations();
  return (
    <div className="badges">
      <span className={visibility === "public" ? "badge moss" : "badge"}>{`${t(`administration.list.${visibility}`)} `}</span>
      {nameOnHold && <span className="badge brass">{`${t("suspicion.state.name-on-hold")} `}</span>}
      {nameHidden && <span className="badge brass">{`${t("suspicion.state.name-hidden")} `}</span>}
      {quarantined && <span className="badge brass">{t("administration.list.quarantined")}</span>}
    </div>
  );
}

function Acts({ signature, onRemove, onMove, onHideName, onObject }: Acting & { signature: AdminSignature }) {
  const t = useTranslations();
  const { fullName: name, visibility, nameHidden, nameOnHold, quarantined } = signature;
  return (
    <>
      {(nameHidden || nameOnHold) && (
        <RowButton
          icon="show"
          label={t(nameOnHold ? "suspicion.name.approve" : "suspicion.name.show", { name })}
          onClick={() => onHideName(signature, false)}
        />
      )}
      {visibility === "public" && !nameHidden && (
        <RowButton icon="hide" label={t("suspicion.name.hide", { name })} onClick={() => onHideName(signature, true)} />
      )}
      <RowButton
        icon={quarantined ? "unlock" : "lock"}
        label={t(quarantined ? "suspicion.release.one" : "suspicion.quarantine.one", { name })}
        onClick={() => onMove(signature)}
      />
      <RowButton icon="shield" label={t("suspicion.objection.grant", { name })} onClick={() => onObject(signature)} />
      <RowButton icon="bin" label={t("administration.remove.label", { name })} onClick={() => onRemove(signature)} />
    </>
  );
}

function RowButton({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <button type="button" className="btn-icon" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
