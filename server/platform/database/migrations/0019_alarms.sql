CREATE TABLE "alarms" (
	"code" text collate "C" PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"said_at" timestamp (3) with time zone
);
