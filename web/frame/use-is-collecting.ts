import { useRouteLoaderData } from "react-router";

/** Whether anybody could sign when the first page was loaded. */
export function useIsCollecting(): boolean {
  return useRouteLoaderData<{ isCollecting: boolean }>("root")?.isCollecting ?? false;
}
