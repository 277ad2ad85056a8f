ALTER TABLE "used_captchas" ADD COLUMN "submission" text;--> statement-breakpoint
ALTER TABLE "used_captchas" ADD COLUMN "link_expires_at" timestamp (3) with time zone;