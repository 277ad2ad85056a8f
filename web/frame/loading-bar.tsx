/** A bar along the upper edge, which the style sheet draws while a form is being sent. */
export function LoadingBar() {
  return <div className="loading" aria-hidden="true" />;
}
