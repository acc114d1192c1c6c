-- Runs of the studio by their end, for notifications.
CREATE INDEX "runs_studio_ends_idx" ON "runs" ("workspace_id", "finished_at") WHERE "surface" = 'studio' AND "finished_at" IS NOT NULL;
