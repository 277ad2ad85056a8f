import type { ReactNode } from "react";
import { Icon } from "../design/icon.tsx";

export function Failed({ children }: { children: ReactNode }) {
  return (
    <p className="failed" role="alert">
      <Icon name="warning" /> {children}
    </p>
  );
}
