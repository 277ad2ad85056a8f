import { Button, LinkButton } from "../../web/design/button.tsx";
import { useTranslations } from "../../web/translation.tsx";
import type { GalleryEntry } from "../state.ts";

export default {
  states: {
    solid: () => <Button>{useTranslations()("signing.form.submit")}</Button>,
    line: () => <Button kind="line">{useTranslations()("sharing.copy")}</Button>,
    quiet: () => <Button kind="quiet">{useTranslations()("frame.menu.close")}</Button>,
    danger: () => <Button kind="danger">{useTranslations()("withdrawal.form.submit.request")}</Button>,
    wide: () => <Button wide>{useTranslations()("signing.form.submit")}</Button>,
    busy: () => (
      <Button wide busy busyLabel={useTranslations()("signing.form.submitting")}>
        {useTranslations()("signing.form.submit")}
      </Button>
    ),
    "refusing to be pressed": () => <Button aria-disabled>{useTranslations()("signing.form.submit")}</Button>,
    "a link": () => <LinkButton href="/">{useTranslations()("errors.notFound.home")}</LinkButton>,
  },
} satisfies GalleryEntry;
