import type { FastifyInstance } from "fastify";
import type { AdminOperations, TaskState } from "../../../contract/administration/operations.ts";
import type { Context } from "../../context.ts";
import type { ProxyWatch } from "../../http/proxy-watch.ts";
import { readSpreadsheetCopy } from "../../spreadsheet/spreadsheet.ts";

export interface OperationsTools {
  taskStates(): Promise<TaskState[]>;
  proxyWatch: Pick<ProxyWatch, "read">;
  hasSpreadsheet: boolean;
}

export function operationsRoutes(
  app: FastifyInstance,
  context: Pick<Context, "db">,
  { taskStates, proxyWatch, hasSpreadsheet }: OperationsTools,
): void {
  app.get(
    "/operations",
    async () =>
      ({
        tasks: await taskStates(),
        spreadsheet: hasSpreadsheet ? await readSpreadsheetCopy(context) : null,
        unnamedProxy: await proxyWatch.read(),
      }) satisfies AdminOperations,
  );
}
