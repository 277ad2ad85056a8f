import { LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Text, useTranslations } from "../translation.tsx";

export function Headline() {
  const t = useTranslations();
  return (
    <>
      <h1 className="title">
        <Text of="home.hero.headline" tags={{ whole: (inner) => <span className="whole">{inner}</span> }} />
      </h1>
      <p className="lede">{t("home.hero.lede")}</p>
    </>
  );
}

/** The way to the form. A plain link to its place works before any script has loaded. */
export function SignNow() {
  const t = useTranslations();
  return (
    <div className="act">
      <LinkButton href="#sign">
        {t("home.hero.sign")} <Icon name="down" />
      </LinkButton>
      <p>
        {t("home.hero.duration")}
        <br />
        {t("home.hero.free")}
      </p>
    </div>
  );
}
