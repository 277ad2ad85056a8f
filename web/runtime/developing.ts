/** `npm run dev`: the router's plugin reports changed files to a router; these stubs let React's refresh run without one. */
Object.assign(window, {
  __reactRouterManifest: { routes: {} },
  __reactRouterRouteModules: {},
  __reactRouterContext: {},
  __reactRouterDataRouter: { createRoutesForHMR() {}, _internalSetRoutes() {}, async revalidate() {} },
});

export {};
