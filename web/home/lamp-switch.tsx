import { type ComponentType, useState } from "react";
import { Icon } from "../design/icon.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { useTranslations } from "../translation.tsx";
import type { LampProps } from "./lamp.tsx";

const KEYS = "lamp-keys";

/** At the foot of the sheet, so that it is no stop on the way to the first field. The lamp is fetched by whoever wants it. */
export function LampSwitch() {
  const t = useTranslations();
  const isAlive = useHydrated();
  const [isOn, setOn] = useState(false);
  const [lamp, setLamp] = useState<{ Lamp: ComponentType<LampProps> } | null>(null);

  async function press(): Promise<void> {
    setOn(!isOn);
    if (!isOn && !lamp) await import("./lamp.tsx").then(setLamp, () => setOn(false));
  }

  return (
    <div className={isAlive ? "lamp-switch" : "lamp-switch invisible"}>
      <button
        type="button"
        className="btn-quiet"
        aria-pressed={isOn}
        aria-describedby={isOn && lamp ? KEYS : undefined}
        onClick={press}
      >
        <Icon name="lamp" />
        {t("home.lamp.switch")}
      </button>
      {isOn && lamp && <lamp.Lamp keys={KEYS} turn={setOn} />}
    </div>
  );
}
