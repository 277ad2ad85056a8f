/** `DELETE /api/admin/signatures/{id}`, `POST /api/admin/mail/{id}/retry` and every refusal. */
export interface AdminAnswer {
  message: string;
}
