CREATE TABLE "log_paper" (
	"index" bigint PRIMARY KEY NOT NULL,
	"hour" text NOT NULL,
	"reason" text NOT NULL,
	"batch" integer NOT NULL,
	"valid" integer NOT NULL,
	"invalid" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper_batches" (
	"batch" integer PRIMARY KEY NOT NULL,
	"received_on" date NOT NULL,
	"delivered_by" text,
	"valid" integer,
	"invalid" text,
	"counted_by" text,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	"open" text DEFAULT '[]' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "log_queue" ADD COLUMN "batch" integer;--> statement-breakpoint
ALTER TABLE "log_queue" ADD COLUMN "valid" integer;--> statement-breakpoint
ALTER TABLE "log_queue" ADD COLUMN "invalid" integer;--> statement-breakpoint
ALTER TABLE "signature_count" ADD COLUMN "paper" bigint DEFAULT 0 NOT NULL;