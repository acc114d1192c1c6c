-- The list of runs, newest first, of one workflow; the home page asks for the latest of each.
CREATE INDEX "runs_workflow_idx" ON "runs" ("workspace_id", "workflow_id", "created_at" DESC, "id");
-- What is rare among many runs is found without walking past the rest. Those that succeeded are not: they cost no entry here.
CREATE INDEX "runs_unusual_idx" ON "runs" ("workspace_id", "status", "created_at" DESC, "id") WHERE "status" <> 'succeeded';
