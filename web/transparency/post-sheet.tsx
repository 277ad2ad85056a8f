import { type ComponentType, useState } from "react";
import { Button } from "../design/button.tsx";
import type { SheetInShort } from "../remembered-sheet.ts";
import { useTranslations } from "../translation.tsx";

interface Made {
  sheet: SheetInShort;
  publicUrl: string;
}

/** What draws is fetched by whoever wants a picture. */
export function PostSheet({ sheet, publicUrl }: { sheet: SheetInShort | null; publicUrl: string }) {
  const t = useTranslations();
  const [Maker, setMaker] = useState<ComponentType<Made> | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  async function open() {
    const fetched = await import("./picture-maker.tsx").catch(() => null);
    setIsFailed(!fetched);
    if (fetched) setMaker(() => fetched.PictureMaker);
  }
  if (Maker && sheet) return <Maker sheet={sheet} publicUrl={publicUrl} />;
  return (
    <div className="post">
      <Button kind="line" onClick={open}>
        {t("own-sheet.picture.open")}
      </Button>
      <p role="status" className="small">
        {isFailed && t("own-sheet.picture.failed")}
      </p>
    </div>
  );
}
