import { useId } from "react";
import { type AdminSignature, SIGNATURE_STATES, type SignatureFilter } from "../../contract/administration.ts";
import { isLanguage, LANGUAGES, OWN_NAMES } from "../../petition/language.ts";
import { SEARCH_LENGTH_MAX } from "../../petition/search.ts";
import { Icon, type IconName } from "../design/icon.tsx";
import { useSay } from "../say.tsx";
import { deskMoment } from "./moment.ts";
import { Scroller } from "./scroller.tsx";

/** A search and two narrowings, above the table. */
export function SignatureSearch({ filter, onFilter }: { filter: SignatureFilter; onFilter(filter: SignatureFilter): void }) {
  const say = useSay();
  const hint = useId();
  return (
    <search className="desk-filters">
      <div className="search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label={say("desk.list.search")}
          aria-describedby={hint}
          placeholder={say("desk.list.search")}
          maxLength={SEARCH_LENGTH_MAX}
          autoComplete="off"
          spellCheck={false}
          value={filter.search}
          onChange={(event) => onFilter({ ...filter, search: event.target.value })}
        />
      </div>
      <select
        className="input"
        aria-label={say("desk.list.visibility")}
        value={filter.visibility ?? ""}
        onChange={({ target: { value } }) =>
          onFilter({ ...filter, visibility: value === "public" || value === "private" ? value : null })
        }
      >
        <option value="">{say("desk.list.anyVisibility")}</option>
        <option value="public">{say("desk.list.public")}</option>
        <option value="private">{say("desk.list.private")}</option>
      </select>
      <select
        className="input"
        aria-label={say("desk.list.language")}
        value={filter.language ?? ""}
        onChange={({ target: { value } }) => onFilter({ ...filter, language: isLanguage(value) ? value : null })}
      >
        <option value="">{say("desk.list.anyLanguage")}</option>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {OWN_NAMES[language]}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={say("suspicion.state.label")}
        value={filter.state ?? ""}
        onChange={({ target: { value } }) =>
          onFilter({ ...filter, state: SIGNATURE_STATES.find((state) => state === value) ?? null })
        }
      >
        <option value="">{say("suspicion.state.any")}</option>
        {SIGNATURE_STATES.map((state) => (
          <option key={state} value={state}>
            {say(`suspicion.state.${state}`)}
          </option>
        ))}
      </select>
      <p className="hint" id={hint}>
        {say("desk.list.searchHint")}
      </p>
    </search>
  );
}

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
  const say = useSay();
  return (
    <Scroller label={say("desk.list.table")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("desk.list.name")}</th>
            <th scope="col">{say("desk.list.email")}</th>
            <th scope="col">{say("desk.list.visibility")}</th>
            <th scope="col">{say("desk.list.language")}</th>
            <th scope="col" aria-sort="descending">
              {say("desk.list.confirmed")}
            </th>
            <th scope="col">
              <span className="visually-hidden">{say("desk.list.action")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {signatures.map((signature) => (
            <tr key={signature.id} className={signature.id === chosen ? "sel" : undefined}>
              <th scope="row">
                <bdi>{signature.fullName}</bdi>
                {signature.reasons.map((reason) => (
                  <span key={reason} className="reason">
                    <Icon name="warning" /> {say(`suspicion.reason.${reason}`)}
                  </span>
                ))}
              </th>
              <td>
                <bdi>{signature.email}</bdi>
              </td>
              <td>
                <span className={signature.visibility === "public" ? "badge moss" : "badge"}>
                  {say(`desk.list.${signature.visibility}`)}
                </span>{" "}
                {signature.nameHidden && <span className="badge brass">{say("suspicion.state.name-hidden")}</span>}{" "}
                {signature.quarantined && <span className="badge brass">{say("desk.list.quarantined")}</span>}
              </td>
              <td>{isLanguage(signature.locale) ? OWN_NAMES[signature.locale] : signature.locale}</td>
              <td className="tab">
                <time dateTime={signature.confirmedAt}>{deskMoment(signature.confirmedAt)}</time>
              </td>
              <td>
                <div className="desk-acts">
                  {signature.visibility === "public" && (
                    <RowButton
                      icon={signature.nameHidden ? "show" : "hide"}
                      label={say(signature.nameHidden ? "suspicion.name.show" : "suspicion.name.hide", {
                        name: signature.fullName,
                      })}
                      onClick={() => onHideName(signature)}
                    />
                  )}
                  <RowButton
                    icon={signature.quarantined ? "unlock" : "lock"}
                    label={say(signature.quarantined ? "suspicion.release.one" : "suspicion.quarantine.one", {
                      name: signature.fullName,
                    })}
                    onClick={() => onMove(signature)}
                  />
                  <RowButton
                    icon="bin"
                    label={say("desk.remove.label", { name: signature.fullName })}
                    onClick={() => onRemove(signature)}
                  />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function RowButton({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <button type="button" className="btn-icon" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
