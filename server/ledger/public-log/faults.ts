import type { LogFault } from "../../../contract/transparency.ts";

export const FAULT_SENTENCES: Record<LogFault, string> = {
  "another-key":
    "LOG_KEY, or else DATA_DIR/log-key, is not a key of the public log: this process serves the log and signs nothing. Set the key that the log has.",
  "copy-missing":
    "DATA_DIR/log is missing, and no other process knows this database: nothing is signed, since a restored backup could rewind the public log. Put the folder back, or begin a new log with npm run petition -- log restart.",
  contradiction:
    "The public log in the database is not the one in DATA_DIR/log, or not the one that a witness has seen: nothing is signed. After a failover restart each process, first the one whose DATA_DIR/log/note names the largest size: a start tells the database what it lacks. Otherwise restore the right database, or begin a new log with npm run petition -- log restart.",
};

export const FAULTS = Object.keys(FAULT_SENTENCES) as LogFault[];
