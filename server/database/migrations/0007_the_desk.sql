CREATE TABLE "cluster_signatures" (
	"cluster_id" uuid NOT NULL,
	"signature_id" uuid NOT NULL,
	CONSTRAINT "cluster_signatures_cluster_id_signature_id_pk" PRIMARY KEY("cluster_id","signature_id")
);
--> statement-breakpoint
CREATE TABLE "clusters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reason" text NOT NULL,
	"key" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "clusters_key" UNIQUE("reason","key")
);
--> statement-breakpoint
CREATE TABLE "collection" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"status" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"day" date,
	"texts" text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quarantines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"cause" text NOT NULL,
	"signatures" integer NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released" integer
);
--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "quarantine_id" uuid;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "name_hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "seconds_to_confirm" integer;--> statement-breakpoint
ALTER TABLE "cluster_signatures" ADD CONSTRAINT "cluster_signatures_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cluster_signatures" ADD CONSTRAINT "cluster_signatures_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cluster_signatures_signature" ON "cluster_signatures" USING btree ("signature_id");--> statement-breakpoint
CREATE INDEX "quarantines_made" ON "quarantines" USING btree ("made_at");--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_quarantine_id_quarantines_id_fk" FOREIGN KEY ("quarantine_id") REFERENCES "public"."quarantines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_uncommon" ON "audit_log" USING btree ("timestamp","id") WHERE action <> 'signed' and action <> 'confirmed';--> statement-breakpoint
CREATE INDEX "signatures_domain" ON "signatures" USING btree (split_part(email, '@', 2),"confirmed_at");--> statement-breakpoint
CREATE INDEX "signatures_quarantined" ON "signatures" USING btree ("confirmed_at","id") WHERE quarantined_at is not null;--> statement-breakpoint
CREATE INDEX "signatures_quarantine" ON "signatures" USING btree ("quarantine_id") WHERE quarantine_id is not null;--> statement-breakpoint
CREATE INDEX "signatures_name_hidden" ON "signatures" USING btree ("confirmed_at","id") WHERE name_hidden_at is not null;