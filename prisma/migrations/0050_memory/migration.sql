-- Long-term memory: what workflows keep about the people who use them, over runs.
-- A user is whom a caller names, within one deployment (and key, unless it shares runs) or one draft. Its lease lets one process
-- at a time work on its tasks.
CREATE TABLE "memory_users" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "owner_hash" text NOT NULL,
  "slug" text,
  "workflow_id" text,
  "key_id" text,
  "end_user" text,
  "lease_token" text,
  "lease_until" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "memory_users_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "memory_users_workspace_id_owner_hash_key" ON "memory_users" ("workspace_id", "owner_hash");
CREATE INDEX "memory_users_workspace_id_changed_at_id_idx" ON "memory_users" ("workspace_id", "changed_at" DESC, "id");
-- "key" says what a record is of: a session, a run without one, a node, or a person's own. Writing it again replaces the record.
-- "vector" is of "embedding", a model of the config file; numbers alone, since a user has few records.
CREATE TABLE "memory_records" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "user_id" text NOT NULL,
  "key" text NOT NULL,
  "text" text NOT NULL,
  "run_id" text,
  "is_edited" boolean NOT NULL DEFAULT false,
  "embedding" text,
  "vector" real[] NOT NULL DEFAULT '{}',
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "memory_records_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "memory_records_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "memory_users" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "memory_records_user_id_key_key" ON "memory_records" ("user_id", "key");
CREATE INDEX "memory_records_expires_at_idx" ON "memory_records" ("expires_at");
-- One for each run that is remembered, stored before the run is. "status": waiting (for the run, or its turn), done, skipped
-- or failed. "summary_run_id" is the run that writes the summary.
CREATE TABLE "memory_tasks" (
  "run_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "user_id" text NOT NULL,
  "status" text NOT NULL DEFAULT 'waiting',
  "settings" text NOT NULL,
  "attempts" integer NOT NULL DEFAULT 0,
  "retry_at" timestamptz(3),
  "problem" text,
  "summary_run_id" text,
  "record_id" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" timestamptz(3),
  CONSTRAINT "memory_tasks_pkey" PRIMARY KEY ("run_id"),
  CONSTRAINT "memory_tasks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "memory_users" ("id") ON DELETE CASCADE
);
CREATE INDEX "memory_tasks_user_id_idx" ON "memory_tasks" ("user_id");
CREATE INDEX "memory_tasks_workspace_id_created_at_run_id_idx" ON "memory_tasks" ("workspace_id", "created_at" DESC, "run_id");
CREATE INDEX "memory_tasks_waiting_idx" ON "memory_tasks" ("created_at") WHERE "status" = 'waiting';
