import { useEffect, useId, useRef, useState } from "react";
import { pageIn, qrCodeIn, readableAddress } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useToast } from "../design/toast.tsx";
import { OutLink } from "../frame/out-link.tsx";
import { Kept, useLanguage, useTranslations } from "../translation.tsx";

/** Each way has a text of its own length and tone; Facebook takes none. */
export interface ShareText {
  url: string;
  letter: { subject: string; body: string };
  message: string;
  /** For everybody, in 280 characters together with the address. */
  post: string;
}

export const SHARE_TITLE = "share-title";

export function ShareCard({ url }: { url: string }) {
  const t = useTranslations();
  const text: ShareText = {
    url,
    letter: { subject: t("sharing.letter.subject"), body: t("sharing.letter.body", { url }) },
    message: t("sharing.message"),
    post: t("sharing.post"),
  };
  return (
    <section aria-labelledby={SHARE_TITLE}>
      <h2 id={SHARE_TITLE}>{t("sharing.title")}</h2>
      <p className="soft">{t("sharing.lead")}</p>
      <CopyLink url={url} />
      <ShareWays text={text} />
      <ForCameras url={url} />
    </section>
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
      <SystemShare text={text} />
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
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const reset = setTimeout(() => setCopied(0), 5000);
    return () => clearTimeout(reset);
  }, [copied]);

  async function copy() {
    if (!field.current) return;
    const isCopied = await copyText(url, field.current);
    setCopied((times) => (isCopied ? times + 1 : 0));
    if (isCopied) toast({ title: t("sharing.copied"), text: t("sharing.copiedHint") });
    else toast({ title: t("sharing.copyFailed"), text: t("sharing.copyFailedHint"), kind: "failed" });
  }

  return (
    <div className="copy">
      <label className="visually-hidden" htmlFor={id}>
        {t("sharing.address")}
      </label>{" "}
      <input className="input" id={id} dir="ltr" readOnly value={url} ref={field} onFocus={(event) => event.target.select()} />{" "}
      <Button onClick={copy}>
        {copied > 0 && <Icon name="tick" />}
        <span>{t(copied > 0 ? "sharing.copied" : "sharing.copy")}</span>
      </Button>
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

function SystemShare({ text }: { text: ShareText }) {
  const t = useTranslations();
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible("share" in navigator), []);
  if (!possible) return null;
  const { letter, message, url } = text;
  const share = () => navigator.share({ title: letter.subject, text: message, url }).catch(() => {});
  return (
    <li className="by-system">
      <Button kind="line" wide onClick={share}>
        {t("sharing.system")}
      </Button>
    </li>
  );
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
