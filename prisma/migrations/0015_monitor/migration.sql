-- Finished calls of tools and models, in steps of five minutes: what the monitor draws, without reading any log. Counted beside the runs' own writing, a few seconds late.
CREATE TABLE "call_counts" (
  "workspace_id" text NOT NULL,
  "at" timestamptz(0) NOT NULL,
  "kind" text NOT NULL,
  "name" text NOT NULL,
  "count" integer NOT NULL DEFAULT 0,
  "failed" integer NOT NULL DEFAULT 0,
  "duration_ms" bigint NOT NULL DEFAULT 0,
  CONSTRAINT "call_counts_pkey" PRIMARY KEY ("workspace_id", "at", "kind", "name")
);

-- What a process used as of its last beat, as JSON. Null for a process of a version before this.
ALTER TABLE "holders" ADD COLUMN "usage" text;
