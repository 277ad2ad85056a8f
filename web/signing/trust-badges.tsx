import { Icon } from "../design/icon.tsx";
import { useSay } from "../say.tsx";

export function TrustBadges() {
  const say = useSay();
  return (
    <ul className="badges">
      <li>
        <Icon name="lock" />
        {say("signing.form.secure")}
      </li>
      <li>
        <Icon name="envelope" />
        {say("signing.form.doubleOptIn")}
      </li>
      <li>
        <Icon name="shield" />
        {say("signing.form.gdpr")}
      </li>
    </ul>
  );
}
