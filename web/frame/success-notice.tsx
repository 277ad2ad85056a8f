import type { ComponentProps } from "react";
import { Icon } from "../design/icon.tsx";
import { Kept } from "../translation.tsx";

export function SuccessNotice({ title, children, ...rest }: ComponentProps<"div"> & { title: string; children: string }) {
  return (
    <div {...rest} className="form-notice success">
      <span>
        <Icon name="tick" />
      </span>
      <div>
        <p className="strong">{title}</p>
        <p>
          <Kept>{children}</Kept>
        </p>
      </div>
    </div>
  );
}
