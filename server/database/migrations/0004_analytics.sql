CREATE TABLE "analytics_counts" (
	"day" date NOT NULL,
	"event" text NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "analytics_counts_day_event_target_language_pk" PRIMARY KEY("day","event","target","language")
);
