import type { ComponentProps } from "react";
import type { MessageKey } from "../../messages/keys.ts";
import { EMAIL_LENGTH } from "../../petition/email-address.ts";
import { Field } from "../design/field.tsx";
import { Kept, Text } from "../translation.tsx";

interface EmailFieldProps
  extends Pick<ComponentProps<typeof Field>, "defaultValue" | "enterKeyHint" | "describedBy" | "below"> {
  label: MessageKey;
  hint: MessageKey;
  error?: string;
}

/** Of each form that asks for an e-mail address: nothing that is typed is corrected or written in capitals. */
export function EmailField({ label, hint, error, ...field }: EmailFieldProps) {
  return (
    <Field
      id="email"
      name="email"
      label={<Text of={label} />}
      hint={<Text of={hint} />}
      error={error && <Kept>{error}</Kept>}
      type="text"
      dir="ltr"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={EMAIL_LENGTH.max}
      aria-required
      {...field}
    />
  );
}
