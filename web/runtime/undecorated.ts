/** The router's plugin wraps pages to give them props, for which a browser would need the whole router. Pages stay unwrapped. */
export { asItIs as UNSAFE_withComponentProps };

function asItIs<Page>(page: Page): Page {
  return page;
}
