import { useSay } from "../say.tsx";

/** What stands where a list has no names. */
export function NoSupporters() {
  const say = useSay();
  return (
    <p className="empty">
      <span className="iris" aria-hidden="true" />
      {say("supporters.empty")}
    </p>
  );
}
