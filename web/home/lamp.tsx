import { useEffect, useRef } from "react";
import { DEMANDS } from "../demands.ts";
import { useTranslations } from "../translation.tsx";
import { shine } from "./shine.ts";
import "./lamp.css";

export interface LampProps {
  /** The id under which its keys are explained. */
  keys: string;
  turn(isOn: boolean): void;
}

/** Enough for the longest sheet; what is too much is cut off. */
const TIMES = 100;

/** A circle of the sheet as the UV lamp shows it: the print is gone, and the demands glow in the paper. */
export function Lamp({ keys, turn }: LampProps) {
  const t = useTranslations();
  const light = useRef<HTMLDivElement>(null);
  useEffect(() => (light.current ? shine(light.current, turn) : undefined), [turn]);
  const demands = DEMANDS.map((demand) => t(demand));
  return (
    <>
      <span id={keys} className="lamp-keys">
        {t("home.lamp.keys")}
      </span>
      {/* As generated text nobody reads it aloud, finds it on the page or copies it: the demands stand above the fields. */}
      <div className="lamp" ref={light} aria-hidden="true" data-microprint={`${demands.join(" · ")} · `.repeat(TIMES)} />
    </>
  );
}
