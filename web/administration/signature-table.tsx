import { useId } from "react";
import type { AdminSignature, SignatureFilter } from "../../contract/administration.ts";
import { isLanguage, LANGUAGES, OWN_NAMES } from "../../petition/language.ts";
import { SEARCH_LENGTH_MAX } from "../../petition/search.ts";
import { Icon } from "../design/icon.tsx";
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
}: {
  signatures: AdminSignature[];
  /** The one that is about to be deleted. */
  chosen: string | null;
  onRemove(signature: AdminSignature): void;
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
              </th>
              <td>
                <bdi>{signature.email}</bdi>
              </td>
              <td>
                <span className={signature.visibility === "public" ? "badge moss" : "badge"}>
                  {say(`desk.list.${signature.visibility}`)}
                </span>{" "}
                {signature.quarantined && <span className="badge brass">{say("desk.list.quarantined")}</span>}
              </td>
              <td>{isLanguage(signature.locale) ? OWN_NAMES[signature.locale] : signature.locale}</td>
              <td className="tab">
                <time dateTime={signature.confirmedAt}>{deskMoment(signature.confirmedAt)}</time>
              </td>
              <td>
                <button
                  type="button"
                  className="btn-icon"
                  aria-label={say("desk.remove.label", { name: signature.fullName })}
                  onClick={() => onRemove(signature)}
                >
                  <Icon name="bin" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
