/** `POST /api/admin/backup/copy`: a data folder with a copy of the embedded database, for whoever asked to read and to remove. */
export interface DatabaseCopied {
  folder: string;
}
