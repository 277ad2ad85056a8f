CREATE TABLE "consent_texts" (
	"version" text PRIMARY KEY NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"first_seen" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_signatures" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"erased_on" date NOT NULL,
	"restorations" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "restorations" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "erased_signatures_day" ON "erased_signatures" USING btree ("erased_on");--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_consent_given" CHECK (gdpr_consent_given);