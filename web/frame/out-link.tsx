import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { useTranslations } from "../translation.tsx";

/** A new tab, nothing handed over about where one comes from, and screen readers are told. */
export function OutLink({
  href,
  className,
  arrow = false,
  onFollow,
  children,
}: {
  href: string;
  className?: string;
  arrow?: boolean;
  onFollow?: () => void;
  children: ReactNode;
}) {
  const t = useTranslations();
  return (
    <a href={href} className={className} onClick={onFollow} target="_blank" rel="noopener noreferrer">
      {children}
      {arrow && <Icon name="out" />}
      <span className="visually-hidden"> ({t("frame.newTab")})</span>
    </a>
  );
}
