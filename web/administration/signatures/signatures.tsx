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
import { Paragraph, useTranslations } from "../../translation.tsx";
import { reasonOf } from "../ask.ts";
import { Failed, Moment, Section, useFocusKept, zonedSecond } from "../parts.tsx";
import { named, oneOf, type Step, usePlace } from "../place.ts";
import { stateOf, useAct, useLast } from "../server-state.tsx";
import { type Move, QuarantineDialog } from "../suspicion/suspicion.tsx";
import { Choice, Filters, Pager, Table, TimePager } from "../table.tsx";
import { ExportButton } from "./export.tsx";

export function Signatures({ namesOnHold, isEnded }: Pick<AdminStats, "namesOnHold"> & { isEnded: boolean }) {
  const t = useTranslations();
  const shown = useSignatures();
  const { list, state } = shown;
  const { heading, acted } = useFocusKept(list);
  const [move, setMove] = useState<Move | null>(null);
  const [chosen, setChosen] = useState<AdminSignature | null>(null);
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
          <SignatureTable signatures={list.signatures} chosen={chosen} onMove={setMove} onRemove={setChosen} onEnd={acted} />
          {shown.pages === null ? (
            <TimePager
              label={t("administration.pages.label")}
              page={shown.page}
              onNewer={shown.newer}
              onOlder={list.next === null ? undefined : shown.older}
            />
          ) : (
            <Pager page={shown.page} pages={shown.pages} onPage={shown.setPage} />
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

function SignatureSearch({
  filter,
  onFilter,
}: {
  filter: SignatureFilter;
  onFilter(filter: SignatureFilter, step?: Step): void;
}) {
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
      <Paragraph of="administration.remove.consequence" />
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
  const [{ narrowed, typed, turned }, go] = usePlace();
  const filter: SignatureFilter = {
    search: typed,
    visibility: oneOf(VISIBILITIES, narrowed.visibility),
    language: oneOf(LANGUAGES, narrowed.language),
    state: oneOf(SIGNATURE_STATES, narrowed.state),
    cluster: narrowed.cluster && isId(narrowed.cluster) ? narrowed.cluster : null,
  };
  const page = turned.length > 0 ? turned.length + 1 : pageNamed(narrowed.page);
  const after = turned.at(-1);
  const place = after === undefined ? { page } : { after };
  const query = new URLSearchParams(named({ ...place, limit: ADMIN_PAGE_SIZE, ...filter, search: typed.trim() }));
  const asked = useQuery<AdminSignatureList>({ queryKey: ["signatures", query.toString()] });
  const isNumbered = (list: AdminSignatureList) => list.totalIsExact && turned.length === 0;
  // The last one of the last page may have gone.
  const last = asked.data && isNumbered(asked.data) ? pagesOf(asked.data.total) : undefined;
  const isBeyond = last !== undefined && page > last;
  const list = useLast(isBeyond ? undefined : asked.data);

  function show({ search, ...narrowed }: SignatureFilter, to: { page?: number; turned?: string[] }, step?: Step): void {
    const { page = 1, turned } = to;
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
    pages: list && !isNumbered(list) ? null : pagesOf(list?.total ?? 0),
    state: isBeyond ? "loading" : stateOf(asked),
    reason: asked.isError ? reasonOf(asked.error, FAILED) : null,
    setFilter: (next: SignatureFilter, step?: Step) => show(next, {}, step),
    setPage: (next: number) => show(filter, { page: next }),
    older: () => list?.next && show(filter, { turned: [...turned, list.next] }),
    newer: () => show(filter, { turned: turned.slice(0, -1) }),
  };
}

function pageNamed(name = ""): number {
  const page = Number.parseInt(name, 10);
  return page > 1 && Number.isSafeInteger(page * ADMIN_PAGE_SIZE) ? page : 1;
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE));
}

interface TableProps {
  signatures: AdminSignature[];
  chosen: AdminSignature | null;
  onMove(move: Move): void;
  onRemove(signature: AdminSignature): void;
  onEnd(): void;
}

function SignatureTable({ signatures, chosen, ...on }: TableProps) {
  const t = useTranslations();
  const { mutate: act } = useAct(
    (ask, { path, body }: { path: string; body?: object }) => ask<AdminAnswer>("POST", `signatures/${path}`, { body }),
    { done: ({ message }) => ({ title: message }), failed: { title: t("suspicion.failed.title") }, onEnd: on.onEnd },
  );
  return (
    <Table
      label={t("administration.list.table")}
      rows={signatures}
      keyOf={({ id }) => id}
      isMarked={({ id }) => id === chosen?.id}
      columns={[
        { name: t("administration.list.name"), isHead: true, cell: (signature) => <Name signature={signature} /> },
        { name: t("administration.list.email"), cell: ({ email }) => <bdi>{email}</bdi> },
        { name: t("administration.list.visibility"), cell: (signature) => <Badges signature={signature} /> },
        { name: t("administration.list.language"), cell: ({ locale }) => (isLanguage(locale) ? ownNameOf(locale) : locale) },
        { name: t("administration.list.confirmed"), look: "sorted", cell: ({ confirmedAt }) => <Moment at={confirmedAt} /> },
      ]}
      acts={(signature) => {
        const { id, fullName: name, visibility, nameHidden, nameOnHold, quarantined } = signature;
        const hideName = (hidden: boolean) => act({ path: `${id}/name`, body: { hidden } });
        return (
          <>
            {(nameHidden || nameOnHold) && (
              <RowButton
                icon="show"
                label={t(nameOnHold ? "suspicion.name.approve" : "suspicion.name.show", { name })}
                onClick={() => hideName(false)}
              />
            )}
            {visibility === "public" && !nameHidden && (
              <RowButton icon="hide" label={t("suspicion.name.hide", { name })} onClick={() => hideName(true)} />
            )}
            <RowButton
              icon={quarantined ? "unlock" : "lock"}
              label={t(quarantined ? "suspicion.release.one" : "suspicion.quarantine.one", { name })}
              onClick={() => on.onMove({ act: quarantined ? "release" : "quarantine", selection: { signature: id } })}
            />
            <RowButton
              icon="shield"
              label={t("suspicion.objection.grant", { name })}
              onClick={() => act({ path: `${id}/objection` })}
            />
            <RowButton icon="bin" label={t("administration.remove.label", { name })} onClick={() => on.onRemove(signature)} />
          </>
        );
      }}
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

function RowButton({ icon, label, onClick }: { icon: IconName; label: string; onClick(): void }) {
  return (
    <button type="button" className="btn-icon" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
