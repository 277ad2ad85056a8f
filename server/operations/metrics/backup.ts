import { readLastBackup } from "../backup/last-backup.ts";
import { gauge, type Subject, seconds, yesOrNo } from "./gauges.ts";

export function backup(dataFolder: string): Subject {
  const lastSuccess = gauge(
    "petition_backup_last_success_timestamp_seconds",
    "When the last backup was made by the command for it (Unix time), 0 where none ever was",
  );
  const encrypted = gauge("petition_backup_encrypted", "1 where that backup is encrypted, else 0");
  return {
    gauges: [lastSuccess, encrypted],
    look() {
      const last = readLastBackup(dataFolder);
      lastSuccess.set(last ? seconds(last.at) : 0);
      encrypted.set(yesOrNo(last?.encrypted ?? false));
    },
  };
}
