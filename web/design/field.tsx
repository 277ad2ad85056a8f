import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface Props extends Omit<ComponentProps<"input">, "aria-describedby" | "aria-invalid"> {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  short?: boolean;
  beside?: ReactNode;
  below?: ReactNode;
  describedBy?: string;
}

/** Joined so that a screen reader says label, hint and error together. `beside` stands in the line of the input, `below` under it. Without a name it is in no form that is sent. */
export function Field({ id, name, label, hint, error, short = false, beside, below, describedBy, className, ...input }: Props) {
  const described = [hint && `${id}-hint`, describedBy, error && `${id}-error`].filter(Boolean).join(" ");
  const box = (
    <input
      {...input}
      id={id}
      name={name}
      className={["input", short && "input-short", className].filter(Boolean).join(" ")}
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {" "}
          <span>{hint}</span>
        </span>
      )}
      {beside ? (
        <div className="sum">
          {box} {beside}
        </div>
      ) : (
        box
      )}
      {below}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

type ConsentBoxProps = { id: string; name: string; begin?: boolean; error?: string; label: ReactNode; children?: ReactNode };

/** `children` stand outside the label. */
export function ConsentBox({ id, name, begin, error, label, children }: ConsentBoxProps) {
  return (
    <div className="consent">
      <input
        id={id}
        type="checkbox"
        name={name}
        value="true"
        aria-required
        defaultChecked={begin}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />{" "}
      <label htmlFor={id}>{label}</label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="error" id={id}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
