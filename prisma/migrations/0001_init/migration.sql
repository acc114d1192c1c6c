CREATE TABLE "workspaces" (
  "id" text NOT NULL,
  "name" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);
-- Local mode has this one workspace.
INSERT INTO "workspaces" ("id", "name") VALUES ('ws_local', 'Local');

CREATE TABLE "workflows" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "name" text NOT NULL,
  "document" text NOT NULL,
  "revision" integer NOT NULL DEFAULT 1,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deleted_at" timestamptz(3),
  CONSTRAINT "workflows_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "workflows_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "workflows_live_idx" ON "workflows" ("workspace_id", "updated_at" DESC, "id") WHERE "deleted_at" IS NULL;

-- What a run ran, by the hash of its canonical text: kept as long as a run refers to it, whatever becomes of the workflow.
CREATE TABLE "documents" (
  "hash" text NOT NULL,
  "document" text NOT NULL,
  CONSTRAINT "documents_pkey" PRIMARY KEY ("hash")
);

-- runs, run_events and run_nodes are written by one statement for many runs at once. They carry no foreign keys: a bad
-- reference of one run would undo its neighbours, and every check would lock the same few rows.
CREATE TABLE "runs" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "workflow_id" text,
  "workflow_name" text NOT NULL,
  "document_hash" text NOT NULL,
  "mode" text NOT NULL,
  "node_id" text,
  "status" text NOT NULL,
  "reason" text,
  "inputs" text NOT NULL,
  "outputs" text,
  "error" text,
  "tokens_used" integer NOT NULL DEFAULT 0,
  "last_seq" integer NOT NULL,
  "lease_token" bigint NOT NULL,
  "holder" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" timestamptz(3),
  "finished_at" timestamptz(3),
  CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "runs_workspace_id_created_at_id_idx" ON "runs" ("workspace_id", "created_at" DESC, "id");
CREATE INDEX "runs_live_idx" ON "runs" ("id") WHERE "status" IN ('queued', 'running');

-- One row per committed batch; events holds one JSON text per line.
CREATE TABLE "run_events" (
  "run_id" text NOT NULL,
  "first_seq" integer NOT NULL,
  "last_seq" integer NOT NULL,
  "events" text NOT NULL,
  CONSTRAINT "run_events_pkey" PRIMARY KEY ("run_id", "first_seq")
);

CREATE TABLE "run_nodes" (
  "run_id" text NOT NULL,
  "node_path" text NOT NULL,
  "iteration" integer NOT NULL,
  "status" text NOT NULL,
  "result" text,
  CONSTRAINT "run_nodes_pkey" PRIMARY KEY ("run_id", "node_path", "iteration")
);

CREATE TABLE "run_commands" (
  "id" text NOT NULL DEFAULT ('cmd_' || gen_random_uuid()),
  "run_id" text NOT NULL,
  "kind" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "acknowledged_at" timestamptz(3),
  CONSTRAINT "run_commands_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "run_commands_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- Asking twice is asking once, until somebody has obeyed.
CREATE UNIQUE INDEX "run_commands_open_idx" ON "run_commands" ("run_id", "kind") WHERE "acknowledged_at" IS NULL;
