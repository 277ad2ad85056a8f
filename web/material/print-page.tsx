import { materialPieceIn, pageIn } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { MAIN } from "../frame/main.ts";
import { useHydrated } from "../frame/use-hydrated.ts";
import { useLanguage } from "../translation.tsx";
import type { PrintWords, SheetWords } from "./material-content.server.ts";
import { Paper } from "./paper.tsx";
import { type Form, formsOf, type Piece } from "./pieces.ts";
import "./print-page.css";

/** One sheet, ready to be printed: everything else on the page is for the screen. */
export function PrintPage({ piece, form, words, sheet }: { piece: Piece; form: Form; words: PrintWords; sheet: SheetWords }) {
  const language = useLanguage();
  const hydrated = useHydrated();
  const forms = formsOf(piece);
  return (
    <main id={MAIN} className="print-page">
      <div className="print-bar">
        <div className="wrap">
          <p>
            <a href={pageIn(language, "material")}>{words.back}</a>
          </p>
          <h1>{words.title}</h1>
          <p>{words.text}</p>
          {forms.length > 1 && (
            <nav aria-label={words.forms.label}>
              <ul>
                {forms.map(({ id, slug }) => (
                  <li key={id}>
                    <a href={materialPieceIn(language, piece.slug, slug)} aria-current={id === form.id ? "page" : undefined}>
                      {words.forms.names[id]}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {words.how.map((sentence) => (
            <p className="small soft" key={sentence}>
              {sentence}
            </p>
          ))}
          {/* Without script there is the browser's own way, as said above. */}
          <Button className={hydrated ? undefined : "waiting"} onClick={() => window.print()}>
            {words.button}
          </Button>
        </div>
      </div>
      <div className="print-desk">
        <Paper piece={piece} form={form} words={sheet} />
        {piece.id === "signatureCard" && <Paper piece={piece} form={form} words={sheet} isBack />}
      </div>
    </main>
  );
}
