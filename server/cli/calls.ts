export interface AdminApi {
  ask<Answer>(method: Method, path: string, body?: object): Promise<Answer>;
  download(path: string, signal: AbortSignal): Promise<Download>;
  isRunning: boolean;
  filesFrom: string;
  close(): Promise<void>;
}

export interface Download {
  name: string;
  total: number;
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

export type Calls = Omit<AdminApi, "filesFrom">;
export type Method = "GET" | "POST" | "DELETE";
export type Headers = Record<string, string>;
