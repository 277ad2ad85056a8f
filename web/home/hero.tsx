import { LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Text, useSay } from "../say.tsx";

export function Headline() {
  const say = useSay();
  return (
    <>
      <h1 className="title">
        <Text of="home.hero.headline" tags={{ whole: (inner) => <span className="whole">{inner}</span> }} />
      </h1>
      <p className="lede">{say("home.hero.lede")}</p>
    </>
  );
}

/** The way to the form. A plain link to its place works before any script has loaded. */
export function SignNow() {
  const say = useSay();
  return (
    <div className="act">
      <LinkButton href="#sign">
        {say("home.hero.sign")} <Icon name="down" />
      </LinkButton>
      <p>
        {say("home.hero.duration")}
        <br />
        {say("home.hero.free")}
      </p>
    </div>
  );
}
