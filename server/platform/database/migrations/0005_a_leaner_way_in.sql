DROP INDEX "signatures_listed_public";--> statement-breakpoint
-- Room on each page for the row as it is once its e-mail is sent: no index hears of that.
ALTER TABLE "pending_confirmations" SET (fillfactor = 80);
