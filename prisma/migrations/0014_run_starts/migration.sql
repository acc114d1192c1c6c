-- What was asked to start under an Idempotency-Key, and the run that this became or becomes: whoever asks again is told of the same run. The row is there before the
-- run is, so that of two who ask at once one starts it; it names the run, so that a process that died between the two is followed by one that makes this very run.
CREATE TABLE "run_starts" (
  "workspace_id" text NOT NULL,
  -- The endpoint, workflow or run that was asked.
  "scope" text NOT NULL,
  "key" text NOT NULL,
  "body_hash" text NOT NULL,
  "run_id" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Since when somebody is starting it.
  "claimed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("workspace_id", "scope", "key")
);

CREATE INDEX "run_starts_run_idx" ON "run_starts" ("run_id");
CREATE INDEX "run_starts_created_idx" ON "run_starts" ("created_at");
