import { useEffect, useId, useRef, useState } from "react";
import { pageIn, qrCodeIn, readableAddress } from "../../petition/addresses.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useToast } from "../design/toast.tsx";
import { OutLink } from "../frame/out-link.tsx";
import { Kept, useLanguage, useTranslations } from "../translation.tsx";
import { copyText } from "./copy-text.ts";
import { type ShareText, type ShareWay, shareWays } from "./share-ways.ts";

export function ShareCard({ url }: { url: string }) {
  const t = useTranslations();
  const text: ShareText = {
    url,
    letter: { subject: t("sharing.letter.subject"), body: t("sharing.letter.body", { url }) },
    message: t("sharing.message"),
    post: t("sharing.post"),
  };
  return (
    <section aria-labelledby="share-title">
      <h2 id="share-title">{t("sharing.title")}</h2>
      <p className="soft">{t("sharing.lead")}</p>
      <CopyLink url={url} />
      <ShareWays text={text} />
      <ForCameras url={url} />
    </section>
  );
}

export function ShareWays({ text }: { text: ShareText }) {
  return (
    <ul className="ways">
      {shareWays(text).map((way) => (
        <li key={way.id}>
          <Way way={way} />
        </li>
      ))}
      <SystemShare text={text} />
    </ul>
  );
}

const SAYS_COPIED = 5000;

function CopyLink({ url }: { url: string }) {
  const t = useTranslations();
  const toast = useToast();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const reset = setTimeout(() => setCopied(0), SAYS_COPIED);
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

function Way({ way }: { way: ShareWay }) {
  const t = useTranslations();
  if (way.name === null)
    return (
      <a href={way.href}>
        <span>
          <Kept>{t("sharing.byEmail")}</Kept>
        </span>{" "}
        <Icon name="envelope" />
      </a>
    );
  return (
    <OutLink href={way.href} arrow>
      {way.name}
    </OutLink>
  );
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
