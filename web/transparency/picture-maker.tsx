import { useEffect, useId, useRef, useState } from "react";
import { pageIn, readableAddress } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import type { SheetInShort } from "../remembered-sheet.ts";
import { saveAs } from "../save-as.ts";
import { useFormat, useLanguage, useTranslations } from "../translation.tsx";
import { drawPicture, PICTURES, type PictureShape, type PictureWords } from "./picture.ts";

const SHAPES = Object.keys(PICTURES) as PictureShape[];
const NAME_MAX = 60;

/** Neither picture nor name leaves the browser unless its owner sends them. */
export function PictureMaker({ sheet, publicUrl }: { sheet: SheetInShort; publicUrl: string }) {
  const t = useTranslations();
  const id = useId();
  const [shape, setShape] = useState<PictureShape>("card");
  const [name, setName] = useState("");
  const [isFailed, setIsFailed] = useState(false);
  const canShare = useCanShare();
  const words = useWords(sheet, publicUrl, name.trim());
  const canvas = useRef<HTMLCanvasElement>(null);
  const { code } = sheet;

  useEffect(() => {
    let isWanted = true;
    if (canvas.current)
      drawPicture(canvas.current, { shape, words, code, isWanted: () => isWanted }).catch(() => isWanted && setIsFailed(true));
    return () => {
      isWanted = false;
    };
  });

  async function withFile(use: (file: File) => unknown) {
    const made = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, "image/png"));
    setIsFailed(!made);
    const { width, height } = PICTURES[shape];
    if (made) use(new File([made], `petition-${width}x${height}.png`, { type: made.type }));
  }
  const save = () => withFile((file) => saveAs(file.name, file));
  // A closed share sheet of the system rejects, too: nothing to report.
  const share = () => withFile((file) => navigator.share({ files: [file] }).catch(() => {}));

  return (
    <section className="picture" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t("own-sheet.picture.title")}</h2>
      <p className="soft">{t("own-sheet.picture.private")}</p>
      <fieldset className="shapes">
        <legend>{t("own-sheet.picture.format")}</legend>
        {SHAPES.map((one) => (
          <label key={one}>
            <input type="radio" name={`${id}-shape`} checked={shape === one} onChange={() => setShape(one)} />
            <span>{t(`own-sheet.picture.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <Field
        id={`${id}-name`}
        name="picture-name"
        label={t("own-sheet.picture.name")}
        hint={t("own-sheet.picture.nameHint")}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={NAME_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      <canvas
        ref={canvas}
        {...PICTURES[shape]}
        data-shape={shape}
        role="img"
        aria-label={t("own-sheet.picture.preview", { number: `${words.label} ${words.number}` })}
      />
      <div className="picture-acts">
        {canShare && <Button onClick={share}>{t("own-sheet.picture.share")}</Button>}
        <Button kind={canShare ? "line" : "solid"} onClick={save}>
          {t("own-sheet.picture.save")}
        </Button>
      </div>
      <p role="status">{isFailed && t("own-sheet.picture.failed")}</p>
    </section>
  );
}

function useWords({ number }: SheetInShort, publicUrl: string, name: string): PictureWords {
  const t = useTranslations();
  const format = useFormat();
  return {
    headline: [t.rich<string>("home.hero.headline", { whole: (said) => said.join("") })].flat().join(""),
    label: t("receipt.number"),
    number: format.number(number),
    name,
    ask: t("own-sheet.picture.ask"),
    address: readableAddress(publicUrl + pageIn(useLanguage(), "home")),
  };
}

function useCanShare(): boolean {
  const [possible, setPossible] = useState(false);
  useEffect(() => {
    const probe = new File([], "petition.png", { type: "image/png" });
    setPossible("canShare" in navigator && navigator.canShare({ files: [probe] }));
  }, []);
  return possible;
}
