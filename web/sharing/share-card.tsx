import { type MouseEvent, useId, useRef } from "react";
import { pageIn, qrCodeIn, readableAddress } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useToast } from "../design/toast.tsx";
import { OutLink } from "../frame/out-link.tsx";
import { useFacts } from "../runtime/page-state.tsx";
import { Kept, useLanguage, useTranslations } from "../translation.tsx";

/** Each way has a text of its own length and tone; Facebook takes none. */
export interface ShareText {
  url: string;
  letter: { subject: string; body: string };
  message: string;
  /** For everybody, in 280 characters together with the address. */
  post: string;
}

export function ShareCard({ url }: { url: string }) {
  const t = useTranslations();
  return (
    <section aria-labelledby="share-title">
      <h2 id="share-title">{t("sharing.title")}</h2>
      <p className="soft">{t("sharing.lead")}</p>
      <EveryWay text={useShareText(url)} />
    </section>
  );
}

/** A press opens the device's own way, with `picture` if it takes files. Where there is none, or somebody closed it, ours unfold. */
export function PassOn({ picture }: { picture: File | null }) {
  const t = useTranslations();
  const text = useShareText(useFacts().publicUrl + pageIn(useLanguage(), "home"));
  const ways = useRef<HTMLDetailsElement>(null);
  function share(event: MouseEvent) {
    if (!ways.current || ways.current.open || !("share" in navigator)) return;
    event.preventDefault();
    const said = { title: text.letter.subject, text: text.message, url: text.url };
    const whole = { ...said, files: picture ? [picture] : [] };
    const given = picture && navigator.canShare?.(whole) ? whole : said;
    navigator.share(given).catch(({ name }: Error) => {
      // Of a second tap, while the first one's way is open.
      if (name !== "InvalidStateError") ways.current?.setAttribute("open", "");
    });
  }
  return (
    <details className="pass-on" ref={ways}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
      <summary className="btn btn-wide" onClick={share}>
        {t("sharing.title")}
      </summary>
      <EveryWay text={text} />
    </details>
  );
}

function useShareText(url: string): ShareText {
  const t = useTranslations();
  return {
    url,
    letter: { subject: t("sharing.letter.subject"), body: t("sharing.letter.body", { url }) },
    message: t("sharing.message"),
    post: t("sharing.post"),
  };
}

function EveryWay({ text }: { text: ShareText }) {
  return (
    <>
      <CopyLink url={text.url} />
      <ShareWays text={text} />
      <ForCameras url={text.url} />
    </>
  );
}

export function ShareWays({ text }: { text: ShareText }) {
  const t = useTranslations();
  return (
    <ul className="ways">
      {shareWays(text).map(({ id, name, href }) => (
        <li key={id}>
          {name ? (
            <OutLink href={href} arrow>
              {name}
            </OutLink>
          ) : (
            <a href={href}>
              <span>
                <Kept>{t("sharing.byEmail")}</Kept>
              </span>{" "}
              <Icon name="envelope" />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Plain addresses, from which nothing is loaded before somebody follows one. The e-mail has no name here. */
export function shareWays({ url, letter, message, post }: ShareText) {
  // RFC 6068: a line break in a body is CRLF, a space is %20 and never a plus.
  const body = letter.body.replace(/\n/g, "\r\n");
  return [
    { id: "email", name: null, href: `mailto:?${query({ subject: letter.subject, body })}` },
    { id: "whatsapp", name: "WhatsApp", href: `https://wa.me/?${query({ text: `${message}\n${url}` })}` },
    { id: "telegram", name: "Telegram", href: `https://t.me/share/url?${query({ url, text: message })}` },
    { id: "facebook", name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}` },
    { id: "x", name: "X", href: `https://x.com/intent/tweet?${query({ text: post, url })}` },
  ];
}

function query(values: Record<string, string>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.join("&");
}

function CopyLink({ url }: { url: string }) {
  const t = useTranslations();
  const toast = useToast();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    if (!field.current) return;
    if (await copyText(url, field.current)) toast({ title: t("sharing.copied"), text: t("sharing.copiedHint") });
    else toast({ title: t("sharing.copyFailed"), text: t("sharing.copyFailedHint"), kind: "failed" });
  }

  return (
    <div className="copy">
      <label className="visually-hidden" htmlFor={id}>
        {t("sharing.address")}
      </label>{" "}
      <input className="input" id={id} dir="ltr" readOnly value={url} ref={field} onFocus={(event) => event.target.select()} />{" "}
      <Button onClick={copy}>{t("sharing.copy")}</Button>
    </div>
  );
}

/** Puts a text into the clipboard; false where the browser does not let us. The field that holds it stays selected then. */
async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard without https, nor in many browsers inside of apps: the way of old may still work.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** The address of the petition itself, whichever page is shared. */
function ForCameras({ url }: { url: string }) {
  const t = useTranslations();
  const language = useLanguage();
  const home = new URL(pageIn(language, "home"), url).href;
  return (
    <div className="for-cameras">
      <img src={qrCodeIn(language)} width="112" height="112" alt={t("sharing.codeAlt")} loading="lazy" />
      <p>
        {t("sharing.code")} <b>{readableAddress(home)}</b> <a href={pageIn(language, "material")}>{t("sharing.material")}</a>
      </p>
    </div>
  );
}
