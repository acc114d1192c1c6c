-- Runs of a trigger with a limit of runs at once, and until when its events wait.
ALTER TABLE "triggers" ADD COLUMN "active_run_ids" text[] NOT NULL DEFAULT '{}';
ALTER TABLE "triggers" ADD COLUMN "held_until" timestamptz(3);
