CREATE TABLE "spreadsheet_rows" (
	"key" text PRIMARY KEY NOT NULL,
	"signature_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"sent" integer,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spreadsheet_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"holder" text,
	"leased_until" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"spreadsheet" text,
	"content" text,
	"compared_at" timestamp (3) with time zone,
	"strangers" integer DEFAULT 0 NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE INDEX "spreadsheet_rows_waiting" ON "spreadsheet_rows" USING btree ("changed_at") WHERE written <> version;