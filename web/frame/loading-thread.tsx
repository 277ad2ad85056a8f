/** A thread along the upper edge, which the style sheet draws while a form is being sent. */
export function LoadingThread() {
  return <div className="loading" aria-hidden="true" />;
}
