CREATE TABLE "news" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- The notice that stands on the pages now.
INSERT INTO "news" ("id", "content", "published_at", "updated_at")
SELECT "status" || ' ' || to_char("since" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
	json_build_object('kind', "status", 'day', "day", 'texts', "texts"::json)::text, "since", "since"
FROM "collection" WHERE "status" <> 'open';
