-- Of a run that was made from another one: which, at which event of its log, and the first run of the whole tree. No foreign keys: either may be deleted before
-- the other. "fork_changes" is JSON: what makes it another run, in short.
ALTER TABLE "runs"
  ADD COLUMN "fork_of" text,
  ADD COLUMN "fork_seq" integer,
  ADD COLUMN "root_run_id" text,
  ADD COLUMN "fork_changes" text;

CREATE INDEX "runs_forks_idx" ON "runs" ("root_run_id", "created_at", "id") WHERE "root_run_id" IS NOT NULL;

-- JSON, of commands that say more than what they are called.
ALTER TABLE "run_commands" ADD COLUMN "args" text;
