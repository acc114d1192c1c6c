-- What a run asks people, and what they decided. Written by the statement that writes the run's events, so without foreign keys.
-- consumed_at is when the run took the decision up; also set when it never will, because it had ended before the time was over.
CREATE TABLE "approvals" (
  "action_id" text NOT NULL,
  "run_id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "node_id" text NOT NULL,
  "kind" text NOT NULL,
  "tool" text NOT NULL,
  "tool_call_id" text,
  "args" text NOT NULL,
  "description" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3) NOT NULL,
  "status" text NOT NULL DEFAULT 'pending',
  "decided_args" text,
  "comment" text,
  "is_remembered" boolean NOT NULL DEFAULT false,
  "decided_at" timestamptz(3),
  "consumed_at" timestamptz(3),
  CONSTRAINT "approvals_pkey" PRIMARY KEY ("action_id")
);
CREATE INDEX "approvals_workspace_id_created_at_action_id_idx" ON "approvals" ("workspace_id", "created_at" DESC, "action_id");
CREATE INDEX "approvals_workspace_id_status_created_at_action_id_idx" ON "approvals" ("workspace_id", "status", "created_at" DESC, "action_id");
CREATE INDEX "approvals_run_id_created_at_action_id_idx" ON "approvals" ("run_id", "created_at" DESC, "action_id");
CREATE INDEX "approvals_due_idx" ON "approvals" ("expires_at") WHERE "status" = 'pending';
CREATE INDEX "approvals_decided_idx" ON "approvals" ("run_id") WHERE "status" <> 'pending' AND "consumed_at" IS NULL;

-- Large values, each by the hash of its text and once a workspace: what one has says nothing about another.
CREATE TABLE "payloads" (
  "workspace_id" text NOT NULL,
  "hash" text NOT NULL,
  "text" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "payloads_pkey" PRIMARY KEY ("workspace_id", "hash")
);

-- Runs wait for days, and are few among those that have ended.
CREATE INDEX "runs_waiting_idx" ON "runs" ("id") WHERE "status" = 'waiting';
