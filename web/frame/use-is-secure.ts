import { useRouteLoaderData } from "react-router";

/** Whether the page may say that what is sent from it is encrypted. */
export function useIsSecure(): boolean {
  return useRouteLoaderData<{ isSecure: boolean }>("root")?.isSecure ?? false;
}
