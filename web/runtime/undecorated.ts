/** The router's plugin wraps pages in what hands them props, for which a browser would need all of the router: they stay as they are. */
export { asItIs as UNSAFE_withComponentProps };

function asItIs<Page>(page: Page): Page {
  return page;
}
