-- What of an ended run is in the sums, so that it is counted once, and the models and nodes by which lists find it.
-- Deleted with its run; the sums stay.
CREATE TABLE "run_facts" (
  "run_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "models" text[] NOT NULL,
  "nodes" text[] NOT NULL,
  "rating" text,
  CONSTRAINT "run_facts_pkey" PRIMARY KEY ("run_id")
);

-- Sums of runs by when they were created: half hours (grain 'h') and days of UTC ('d'). "scope" is the workspace (''),
-- a workflow or an endpoint; "part" is all of it (''), or a version, key or model of it. A part has its days only, and
-- the half hours of a day in "slots".
CREATE TABLE "run_sums" (
  "workspace_id" text NOT NULL,
  "grain" text NOT NULL,
  "scope" text NOT NULL,
  "part" text NOT NULL,
  "at" timestamptz(0) NOT NULL,
  "sums" text NOT NULL,
  "slots" text NOT NULL,
  CONSTRAINT "run_sums_pkey" PRIMARY KEY ("workspace_id", "grain", "scope", "part", "at")
) WITH (fillfactor = 80);
CREATE INDEX "run_sums_at_idx" ON "run_sums" ("workspace_id", "grain", "at");

-- The same of the nodes that runs executed. Without a workflow or endpoint: ''. Version 0 is all of them.
CREATE TABLE "run_node_sums" (
  "workspace_id" text NOT NULL,
  "grain" text NOT NULL,
  "workflow_id" text NOT NULL,
  "slug" text NOT NULL,
  "version" integer NOT NULL,
  "at" timestamptz(0) NOT NULL,
  "nodes" text NOT NULL,
  CONSTRAINT "run_node_sums_pkey" PRIMARY KEY ("workspace_id", "grain", "at", "workflow_id", "slug", "version")
) WITH (fillfactor = 80);
