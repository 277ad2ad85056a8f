import { useQuery } from "@tanstack/react-query";
import type { AdminOperations } from "../../../contract/administration/operations.ts";
import { POLLED } from "../server-state.tsx";

export function useOperations() {
  return useQuery<AdminOperations>({ queryKey: ["operations"], ...POLLED });
}
