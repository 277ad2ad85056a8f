import { type ComponentProps, useId } from "react";
import { Icon } from "../design/icon.tsx";
import { Kept } from "../translation.tsx";

export function SuccessNotice({ title, children, ...rest }: ComponentProps<"section"> & { title: string; children: string }) {
  const id = useId();
  // A screen reader says a name where the focus comes, and nothing of what has none.
  return (
    <section {...rest} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} className="form-notice success">
      <span>
        <Icon name="tick" />
      </span>
      <div>
        <p id={`${id}-title`} className="strong">
          {title}
        </p>
        <p id={`${id}-text`}>
          <Kept>{children}</Kept>
        </p>
      </div>
    </section>
  );
}
