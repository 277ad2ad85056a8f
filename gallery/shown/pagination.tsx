import { pagesShown } from "../../petition/supporters.ts";
import { Pagination } from "../../web/design/pagination.tsx";
import { useTranslations } from "../../web/translation.tsx";
import type { GalleryEntry } from "../state.ts";

function Pages({ page, pages }: { page: number; pages: number }) {
  const t = useTranslations();
  return (
    <Pagination
      page={page}
      pages={pages}
      shown={pagesShown(page, pages)}
      pathOf={(other) => `?page=${other}`}
      words={{
        label: t("supporters.pages.label"),
        position: t("supporters.pages.position", { page, pages }),
        first: t("supporters.pages.first"),
        previous: t("supporters.pages.previous"),
        next: t("supporters.pages.next"),
        last: t("supporters.pages.last"),
        page: (other) => t("supporters.pages.page", { page: other }),
      }}
    />
  );
}

export default {
  states: {
    "the only page": () => <Pages page={1} pages={1} />,
    "the first of three": () => <Pages page={1} pages={3} />,
    "in the middle": () => <Pages page={120} pages={240} />,
    "the last of very many": () => <Pages page={122_062} pages={122_062} />,
  },
} satisfies GalleryEntry;
