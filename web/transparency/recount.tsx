import { useEffect, useRef, useState } from "react";
import { Button } from "../design/button.tsx";
import { ProgressBar } from "../design/progress-bar.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Paragraph, useTranslations } from "../translation.tsx";
import type { Recounted, RecountFault, ShownHead } from "./recount-everything.ts";
import type { Said, Told } from "./recount-worker.ts";
import type { ShownLog } from "./shown-log.ts";
import { statesOf, Verdict } from "./verdict.tsx";

/** A bundle and the hashes of its entries together, for each entry; rounded up. */
const BYTES = 200;

export function Recount({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const megabytes = Math.max(1, Math.ceil((log.size * BYTES) / 1e6));
  return (
    <>
      <p>{t("transparency.recount.lede", { megabytes })}</p>
      <div className="recount-place">
        {hydrated ? <RecountPanel log={log} /> : <a href="#command">{t("transparency.verify.withoutScript")}</a>}
      </div>
    </>
  );
}

function RecountPanel({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const { phase, done, found, main, stopper, start, tell, stop } = useRecount(log);
  const { entries, all, retried, isInterrupted } = done;
  const said = t("transparency.recount.progress", { entries, all, retried });
  const acts = {
    ready: ["start", start],
    running: ["pause", () => tell("pause")],
    paused: ["resume", () => tell("resume")],
  } as const;
  const [name, act] = acts[phase];
  return (
    <>
      <div className="receipt-acts">
        {/* A second click of the same press would pause at once. */}
        <Button ref={main} onClick={({ detail }) => detail > 1 || act()}>
          {t(`transparency.recount.${name}`)}
        </Button>
        {phase !== "ready" && (
          <Button ref={stopper} kind="line" onClick={stop}>
            {t("transparency.recount.stop")}
          </Button>
        )}
      </div>
      {phase !== "ready" && (
        <>
          <ProgressBar
            percentage={all === 0 ? 100 : (100 * entries) / all}
            label={t("transparency.recount.label")}
            valueText={said}
            marks={[]}
          />
          <p className="source tab">{said}</p>
        </>
      )}
      <div role="status">
        {phase === "paused" && isInterrupted && <p>{t("transparency.recount.interrupted")}</p>}
        {found && <Found found={found} log={log} />}
      </div>
    </>
  );
}

const NOTHING = { entries: 0, all: 1, retried: 0, isInterrupted: false };

interface State {
  phase: "ready" | "running" | "paused";
  done: typeof NOTHING;
  found: Recounted | null;
}

function useRecount({ origin, keys, size, root, count, paper }: ShownHead) {
  const [state, setState] = useState<State>({ phase: "ready", done: NOTHING, found: null });
  const worker = useRef<Worker>(null);
  const main = useRef<HTMLButtonElement>(null);
  const stopper = useRef<HTMLButtonElement>(null);
  useEffect(() => () => worker.current?.terminate(), []);

  function end(found: Recounted | null) {
    worker.current?.terminate();
    // It goes, and must not take the focus along.
    if (document.activeElement === stopper.current) main.current?.focus();
    setState({ phase: "ready", done: NOTHING, found });
  }

  function hear(said: Said) {
    if ("fault" in said) end(said);
    else setState(({ phase }) => ({ phase: said.isInterrupted ? "paused" : phase, done: said, found: null }));
  }

  function start() {
    const fail = () => end({ fault: "not-run", passed: 0, entry: null });
    try {
      const begun = new Worker(new URL("./recount-worker.ts", import.meta.url), { type: "module" });
      begun.onmessage = ({ data }: MessageEvent<Said>) => hear(data);
      begun.onerror = fail;
      begun.postMessage({ origin, keys, size, root, count, paper } satisfies Told);
      worker.current = begun;
    } catch {
      return fail();
    }
    setState({ phase: "running", done: { ...NOTHING, all: size }, found: null });
  }

  function tell(told: "pause" | "resume") {
    worker.current?.postMessage(told);
    const phase = told === "pause" ? "paused" : "running";
    setState((now) => (now.phase === "ready" ? now : { ...now, phase, done: { ...now.done, isInterrupted: false } }));
  }

  return { ...state, main, stopper, start, tell, stop: () => end(null) };
}

/** In the order in which they are shown, each with what it may find. */
const STEPS = {
  signature: ["signature", "rewound"],
  root: ["root", "tile"],
  entries: ["entry", "text"],
  number: ["number"],
} as const satisfies Record<string, RecountFault[]>;

function Found({ found, log }: { found: Recounted; log: ShownLog }) {
  const t = useTranslations();
  const taken = statesOf(STEPS, found.fault, found.passed);
  const steps = taken.map(({ step, state }) => ({ text: t(`transparency.recount.step.${step}`), state }));
  if (found.fault !== null) {
    const { fault, entry } = found;
    const isUnsaid = fault === "missing" || fault === "not-run";
    const title = t(isUnsaid ? "transparency.verify.unreadable.title" : "transparency.recount.fault.title");
    return (
      <Verdict outcome={isUnsaid ? "unreadable" : "false"} title={title} steps={fault === "not-run" ? [] : steps}>
        <p>{t(`transparency.recount.fault.${fault}`, { place: (entry ?? 0) + 1, known: entry === null ? "no" : "yes" })}</p>
        {fault !== "not-run" && <p>{t("transparency.recount.fault.next")}</p>}
      </Verdict>
    );
  }
  const { size, count, paper, kinds } = found;
  return (
    <Verdict outcome="true" title={t("transparency.recount.true.title")} steps={steps}>
      <Paragraph of="transparency.number.sum" values={{ size, ...kinds }} />
      <p>{t("transparency.recount.true.text", { count, shown: log.count, same: size === log.size ? "yes" : "no" })}</p>
      {kinds.paper > 0 && <p>{t("progress.paper", { count, paper })}</p>}
    </Verdict>
  );
}
