CREATE TABLE "breach_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"texts" text NOT NULL,
	"signed_from" date,
	"signed_to" date,
	"step" text DEFAULT 'unconfirmed' NOT NULL,
	"place" uuid,
	"recipients" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL
);
