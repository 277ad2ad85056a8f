import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type {
  AdminAnswer,
  AdminSignature,
  AdminSignatureList,
  AdminStats,
  SignatureFilter,
} from "../../../contract/administration/signatures.ts";
import type { Translate } from "../../../messages/translate.ts";
import { isLanguage, LANGUAGES, ownNameOf } from "../../../petition/language.ts";
import { ADMIN_PAGE_SIZE, COUNTED_MAX, isId, SEARCH_LENGTH_MAX, SIGNATURE_STATES } from "../../../petition/search.ts";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Icon, type IconName } from "../../design/icon.tsx";
import { Kept, useTranslations } from "../../translation.tsx";
import { reasonOf } from "../ask.ts";
import { Choice, Filters } from "../filters.tsx";
import { zonedSecond } from "../moment.ts";
import { Pager, TimePager } from "../pager.tsx";
import { Failed, Moment, Section, useFocusKept } from "../parts.tsx";
import { named, oneOf, type Step, usePlace, type ViewPlace } from "../place.ts";
import { stateOf, useAct, useLast } from "../server-state.tsx";
import { type Move, QuarantineDialog } from "../suspicion/suspicion.tsx";
import { Table } from "../table.tsx";
import { ExportButton } from "./export.tsx";

export function Signatures({ namesOnHold, isEnded }: Pick<AdminStats, "namesOnHold"> & { isEnded: boolean }) {
  const t = useTranslations();
  const shown = useSignatures();
  const { list, state } = shown;
  const { heading, acted } = useFocusKept(list);
  const [chosen, setChosen] = useState<AdminSignature | null>(null);
  const [move, setMove] = useState<Move | null>(null);
  const { mutate: act } = useAct(
    (ask, { path, body }: { path: string; body?: object }) => ask<AdminAnswer>("POST", `signatures/${path}`, { body }),
    { done: ({ message }) => ({ title: message }), failed: { title: t("suspicion.failed.title") }, onEnd: acted },
  );

  return (
    <Section id="all" title={t("administration.list.title")} heading={heading} beside={<ExportButton />}>
      <SignatureSearch filter={shown.filter} onFilter={shown.setFilter} />
      {namesOnHold > 0 && state !== "failed" && (
        <p className="narrowed">
          <b>{t("suspicion.name.onHold", { count: namesOnHold })}</b>
          <Button kind="quiet" onClick={() => shown.setFilter({ ...NO_FILTER, state: "name-on-hold" })}>
            {t("suspicion.name.lookAt")}
          </Button>
        </p>
      )}
      <Found shown={shown} isEnded={isEnded} onMove={setMove} />
      {state === "failed" && <Failed>{shown.reason}</Failed>}
      {list && (list.total > 0 || shown.pages === null) && (
        <>
          <SignatureTable
            signatures={list.signatures}
            chosen={chosen?.id ?? null}
            onRemove={setChosen}
            onMove={({ id, quarantined }) =>
              setMove({ act: quarantined ? "release" : "quarantine", selection: { signature: id } })
            }
            onHideName={({ id }, hidden) => act({ path: `${id}/name`, body: { hidden } })}
            onObject={({ id }) => act({ path: `${id}/objection` })}
          />
          {shown.pages === null ? (
            <TimePager
              label={t("administration.pages.label")}
              page={shown.page}
              isLast={list.next === null}
              onNewer={shown.newer}
              onOlder={shown.older}
            />
          ) : (
            <Pager page={shown.page} pages={shown.pages} size={ADMIN_PAGE_SIZE} onPage={shown.setPage} />
          )}
        </>
      )}
      <QuarantineDialog move={move} onClose={() => setMove(null)} onEnd={acted} />
      <Removal signature={chosen} onClose={() => setChosen(null)} onEnd={acted} />
    </Section>
  );
}

function totalOf(t: Translate, { total, totalIsExact }: AdminSignatureList): string {
  if (totalIsExact) return t("administration.list.total", { total });
  if (total > COUNTED_MAX) return t("administration.list.moreThan", { total: COUNTED_MAX });
  return t("administration.list.atLeast", { total });
}

const NO_FILTER: SignatureFilter = { search: "", visibility: null, language: null, state: null, cluster: null };

function Found({ shown, isEnded, onMove }: { shown: SignaturesSteered; isEnded: boolean; onMove(move: Move): void }) {
  const t = useTranslations();
  const { list, state, filter, isNarrowed } = shown;
  const found = list?.total ?? 0;
  const act = filter.state === "quarantined" ? "release" : "quarantine";
  const none = isEnded ? "administration.list.ended" : isNarrowed ? "administration.list.none" : "administration.recent.empty";
  const said = [
    state === "loading" && t("administration.list.loading"),
    state === "fresh" && list && found > 0 && totalOf(t, list),
    state === "fresh" && list?.searchedTo && t("administration.pages.searched", { time: zonedSecond(list.searchedTo) }),
    state === "fresh" && found === 0 && !list?.searchedTo && t(none),
  ];
  return (
    <>
      <p className="found soft tab" role="status">
        {said.filter(Boolean).join(" ")}
      </p>
      {isNarrowed && found > 0 && state === "fresh" && (
        <p className="narrowed">
          <Button kind="quiet" onClick={() => onMove({ act, selection: filter })}>
            {t(`suspicion.${act}.all`)}
          </Button>
          {filter.cluster && (
            <Button kind="quiet" onClick={() => shown.setFilter({ ...filter, cluster: null })}>
              {t("suspicion.wholeList")}
            </Button>
          )}
        </p>
      )}
    </>
  );
}

interface Searching {
  filter: SignatureFilter;
  onFilter(filter: SignatureFilter, step?: Step): void;
}

function SignatureSearch({ filter, onFilter }: Searching) {
  const t = useTranslations();
  return (
    <Filters
      label={t("administration.list.search")}
      hint={t("administration.list.searchHint")}
      longest={SEARCH_LENGTH_MAX}
      text={filter.search}
      onText={(search) => onFilter({ ...filter, search }, "replaced")}
    >
      <Choice
        label={t("administration.list.visibility")}
        any={t("administration.list.anyVisibility")}
        options={VISIBILITIES.map((value) => ({ value, name: t(`administration.list.${value}`) }))}
        chosen={filter.visibility}
        onChoose={(visibility) => onFilter({ ...filter, visibility })}
      />
      <Choice
        label={t("administration.list.language")}
        any={t("administration.list.anyLanguage")}
        options={LANGUAGES.map((value) => ({ value, name: ownNameOf(value), lang: value }))}
        chosen={filter.language}
        onChoose={(language) => onFilter({ ...filter, language })}
      />
      <Choice
        label={t("suspicion.state.label")}
        any={t("suspicion.state.any")}
        options={SIGNATURE_STATES.map((value) => ({ value, name: t(`suspicion.state.${value}`) }))}
        chosen={filter.state}
        onChoose={(state) => onFilter({ ...filter, state })}
      />
    </Filters>
  );
}

function Removal({ signature, onClose, onEnd }: { signature: AdminSignature | null; onClose(): void; onEnd(): void }) {
  const t = useTranslations();
  const { mutate: remove, isPending } = useAct((ask, id: string) => ask("DELETE", `signatures/${id}`), {
    done: () => ({ title: t("administration.remove.done.title"), text: t("administration.remove.done.text") }),
    failed: { title: t("administration.remove.failed.title"), text: t("administration.remove.failed.text") },
    onEnd() {
      onClose();
      onEnd();
    },
  });
  return (
    <Dialog
      open={signature !== null}
      onClose={onClose}
      title={t("administration.remove.question", { name: signature?.fullName ?? "" })}
    >
      <p>
        <Kept>{t("administration.remove.consequence")}</Kept>
      </p>
      <div className="row">
        <Button
          kind="danger"
          busy={isPending}
          busyLabel={t("administration.remove.sending")}
          onClick={() => signature && remove(signature.id)}
        >
          {t("administration.remove.confirm")}
        </Button>
        <Button kind="quiet" onClick={onClose} data-first>
          {t("administration.remove.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

const FAILED = "Failed to fetch signatures";

const VISIBILITIES = ["public", "private"] as const;

type SignaturesSteered = ReturnType<typeof useSignatures>;

/** The page of the list that the address names, or that was turned to where pages have no numbers. */
function useSignatures() {
  const [place, go] = usePlace();
  const filter = filterAt(place);
  const { turned } = place;
  const page = turned.length > 0 ? turned.length + 1 : pageAt(place);
  const asked = useQuery<AdminSignatureList>({ queryKey: ["signatures", queryOf(filter, page, turned.at(-1))] });
  // The last one of the last page may have gone.
  const last = asked.data && isNumbered(asked.data, turned) ? pagesOf(asked.data.total) : undefined;
  const isBeyond = last !== undefined && page > last;
  const list = useLast(isBeyond ? undefined : asked.data);

  function show({ search, ...narrowed }: SignatureFilter, { page = 1, turned }: ShownPage, step?: Step): void {
    go({ view: "overview", narrowed: named({ ...narrowed, page: page > 1 ? page : null }), typed: search, turned }, step);
  }

  const showLast = useEffectEvent(() => last && show(filter, { page: last }, "replaced"));
  useEffect(() => {
    if (isBeyond) showLast();
  }, [isBeyond]);

  return {
    list,
    filter,
    isNarrowed: Object.values(filter).some(Boolean),
    page,
    /** Null where nobody has counted them. */
    pages: list && !isNumbered(list, turned) ? null : pagesOf(list?.total ?? 0),
    state: isBeyond ? "loading" : stateOf(asked),
    reason: asked.isError ? reasonOf(asked.error, FAILED) : null,
    setFilter: (next: SignatureFilter, step?: Step) => show(next, {}, step),
    setPage: (next: number) => show(filter, { page: next }),
    older: () => list?.next && show(filter, { turned: [...turned, list.next] }),
    newer: () => show(filter, { turned: turned.slice(0, -1) }),
  };
}

type ShownPage = { page?: number; turned?: string[] };

function isNumbered({ totalIsExact }: AdminSignatureList, turned: string[]): boolean {
  return totalIsExact && turned.length === 0;
}

function filterAt({ narrowed, typed }: ViewPlace): SignatureFilter {
  return {
    search: typed,
    visibility: oneOf(VISIBILITIES, narrowed.visibility),
    language: oneOf(LANGUAGES, narrowed.language),
    state: oneOf(SIGNATURE_STATES, narrowed.state),
    cluster: isId(narrowed.cluster ?? "") ? (narrowed.cluster ?? null) : null,
  };
}

function pageAt({ narrowed }: ViewPlace): number {
  const page = Number.parseInt(narrowed.page ?? "", 10);
  return page > 1 && Number.isSafeInteger(page * ADMIN_PAGE_SIZE) ? page : 1;
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE));
}

function queryOf({ search, ...filters }: SignatureFilter, page: number, after: string | undefined): string {
  const place = after === undefined ? { page } : { after };
  return new URLSearchParams(named({ ...place, limit: ADMIN_PAGE_SIZE, search: search.trim(), ...filters })).toString();
}

interface Acting {
  onRemove(signature: AdminSignature): void;
  /** Into quarantine, or out of it. */
  onMove(signature: AdminSignature): void;
  /** From the public list, or (back) into it. */
  onHideName(signature: AdminSignature, hidden: boolean): void;
  /** Its owner has objected to the checks against forgery. */
  onObject(signature: AdminSignature): void;
}

function SignatureTable({ signatures, chosen, ...acting }: Acting & { signatures: AdminSignature[]; chosen: string | null }) {
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
    <div className="signature-states">
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
