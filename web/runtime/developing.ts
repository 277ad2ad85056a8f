/** `npm run dev`: the router's plugin tells a router of changed files, and lets React show them where it is told that all is well. */
Object.assign(window, {
  __reactRouterManifest: { routes: {} },
  __reactRouterRouteModules: {},
  __reactRouterContext: {},
  __reactRouterDataRouter: { createRoutesForHMR() {}, _internalSetRoutes() {}, async revalidate() {} },
});

export {};
