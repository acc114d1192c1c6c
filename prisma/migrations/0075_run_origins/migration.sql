-- By which interface, client and key a run was started, for the usage report.
ALTER TABLE "runs" ADD COLUMN "surface" text;
ALTER TABLE "runs" ADD COLUMN "client" text;
ALTER TABLE "runs" ADD COLUMN "caller_key_id" text;
-- Has every column that the report reads, so that it does not read the rows with their inputs and outputs.
CREATE INDEX "runs_usage_idx" ON "runs" ("workspace_id", "created_at")
  INCLUDE ("surface", "client", "caller_key_id", "slug", "status", "tokens_used", "cost_usd", "started_at", "finished_at")
  WHERE "surface" IS NOT NULL;
