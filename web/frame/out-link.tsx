import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";
import { useTranslations } from "../translation.tsx";

interface OutLinkProps {
  href: string;
  className?: string;
  arrow?: boolean;
  onFollow?: () => void;
  children: ReactNode;
}

export function OutLink({ href, className, arrow = false, onFollow, children }: OutLinkProps) {
  const t = useTranslations();
  return (
    <a href={href} className={className} onClick={onFollow} target="_blank" rel="noopener noreferrer">
      {children}
      {arrow && <Icon name="out" />}
      <span className="visually-hidden"> ({t("frame.newTab")})</span>
    </a>
  );
}
