-- Processes that hold runs, where there may be several. One row is the lease of all its runs: a heartbeat costs the same however many they are.
-- lost_at is set once, by whoever found that the lease had run out; from then on the runs may be taken, and the process gets no lease under this id again.
CREATE TABLE "holders" (
  "id" text NOT NULL,
  "place" text NOT NULL,
  "pid" integer NOT NULL,
  "kind" text NOT NULL,
  "started_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lease_until" timestamptz(3) NOT NULL,
  "lost_at" timestamptz(3),
  CONSTRAINT "holders_pkey" PRIMARY KEY ("id")
);

-- How often in a row a run's process was lost without the run having come further, and how long its log was then.
-- A queued run that any process may take has the holder ''.
ALTER TABLE "runs"
  ADD COLUMN "takeovers" integer NOT NULL DEFAULT 0,
  ADD COLUMN "takeover_seq" integer NOT NULL DEFAULT 0;

CREATE INDEX "runs_queued_idx" ON "runs" ("created_at", "id") WHERE "status" = 'queued';
CREATE INDEX "runs_session_idx" ON "runs" ("workspace_id", "session_id") WHERE "session_id" IS NOT NULL AND "status" IN ('queued', 'running');
