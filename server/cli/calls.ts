export interface AdminApi {
  /** Throws `NotDone` with the reason where the answer is a refusal. */
  ask<Answer>(method: Method, path: string, body?: object): Promise<Answer>;
  download(path: string, signal: AbortSignal): Promise<Download>;
  isRunning: boolean;
  /** The folder from which names of files are meant. */
  filesFrom: string;
  close(): Promise<void>;
}

export interface Download {
  name: string;
  /** Of signatures, as far as is known when it begins. */
  total: number;
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

export type Calls = Omit<AdminApi, "filesFrom">;
export type Method = "GET" | "POST" | "DELETE";
export type Headers = Record<string, string>;
