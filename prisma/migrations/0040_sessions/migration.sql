-- Sessions: conversations over runs. Each turn is a run, and follows another one, so that the turns are a tree.
CREATE TABLE "sessions" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  -- Hash of what a caller names a session by: deployment or workflow, key, user and name.
  "owner_hash" text NOT NULL,
  "slug" text,
  "workflow_id" text,
  "key_id" text,
  "end_user" text,
  "name" text NOT NULL,
  "title" text NOT NULL DEFAULT '',
  -- The latest turn, which the next one follows.
  "head_run_id" text,
  -- The turn of another session that a fork begins with.
  "base_run_id" text,
  "keep_days" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sessions_workspace_id_owner_hash_key" ON "sessions" ("workspace_id", "owner_hash");
CREATE INDEX "sessions_workspace_id_updated_at_id_idx" ON "sessions" ("workspace_id", "updated_at" DESC, "id");
CREATE INDEX "sessions_head_run_id_idx" ON "sessions" ("head_run_id");
CREATE INDEX "sessions_base_run_id_idx" ON "sessions" ("base_run_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");
-- Of a turn: its session, the run it was to follow ('none' for the first turn, null for the latest one) and the run it
-- follows, what was message and answer, and what the session knows after it.
ALTER TABLE "runs"
  ADD COLUMN "session_key" text,
  ADD COLUMN "turn_after" text,
  ADD COLUMN "turn_parent" text,
  ADD COLUMN "turn_message" text,
  ADD COLUMN "turn_answer" text,
  ADD COLUMN "session_state" text;
CREATE INDEX "runs_session_key_created_at_id_idx" ON "runs" ("session_key", "created_at", "id");
