import type { ComponentProps, MouseEvent } from "react";

interface Looks {
  kind?: "solid" | "line" | "quiet" | "danger";
  wide?: boolean;
}

function classes({ kind = "solid", wide = false }: Looks, own = ""): string {
  const face = { solid: "btn", line: "btn btn-line", quiet: "btn-quiet", danger: "btn btn-danger" }[kind];
  return [face, wide && "btn-wide", own].filter(Boolean).join(" ");
}

/** While `busy` it cannot be pressed but keeps the focus. It submits no form unless `type` says so. */
export function Button(props: ComponentProps<"button"> & Looks & { busy?: boolean; busyLabel?: string }) {
  const { kind, wide, busy = false, busyLabel, className, children, onClick, type = "button", ...rest } = props;
  const pressed = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`: that would lose the focus.
    if (busy || rest["aria-disabled"] === true || rest["aria-disabled"] === "true") event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classes({ kind, wide }, className)}
      onClick={pressed}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {/* Another element for another text: within a button a browser that translates may have taken any of it away. */}
      <span className="btn-text" key={busy ? "busy" : "ready"}>
        {busy ? (busyLabel ?? children) : children}
      </span>
    </button>
  );
}

export function LinkButton({ kind, wide, className, ...rest }: ComponentProps<"a"> & Looks) {
  return <a {...rest} className={classes({ kind, wide }, className)} />;
}
