import { useNavigation } from "react-router";

/** A thread along the upper edge while the next page is awaited. The style sheet draws it for a form that is being sent, too. */
export function LoadingThread() {
  const isOnTheWay = useNavigation().state !== "idle";
  return <div className={isOnTheWay ? "loading on" : "loading"} aria-hidden="true" />;
}
