CREATE TABLE "log_entries" (
	"index" bigint PRIMARY KEY NOT NULL,
	"entry" text NOT NULL,
	"number" bigint NOT NULL,
	"commitment" text
);
--> statement-breakpoint
CREATE TABLE "log_hours" (
	"hour" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "log_hours_hour_kind_reason_pk" PRIMARY KEY("hour","kind","reason")
);
--> statement-breakpoint
CREATE TABLE "log_inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"vouched_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "log_queue" (
	"place" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"hash" text
);
--> statement-breakpoint
CREATE TABLE "log_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"origin" text NOT NULL,
	"keys" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"root" text NOT NULL,
	"checkpoint" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"added" bigint DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"last_hour" text NOT NULL,
	"before" text
);
--> statement-breakpoint
CREATE TABLE "log_texts" (
	"index" bigint PRIMARY KEY NOT NULL,
	"language" text NOT NULL,
	"hash" text NOT NULL,
	"hour" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_tiles" (
	"level" integer NOT NULL,
	"index" bigint NOT NULL,
	"hashes" "bytea" NOT NULL,
	CONSTRAINT "log_tiles_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
CREATE TABLE "log_witnesses" (
	"key" text PRIMARY KEY NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"line" text,
	"cosigned_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"fault" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "log_entries_commitment" ON "log_entries" USING btree ("commitment") WHERE commitment is not null;--> statement-breakpoint
CREATE INDEX "log_texts_language" ON "log_texts" USING btree ("language","index");--> statement-breakpoint
-- Hashes do not compress.
ALTER TABLE "log_tiles" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;
