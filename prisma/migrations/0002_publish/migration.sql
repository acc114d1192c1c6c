-- A version is a content: publishing the same content again makes no new one. The content lies in documents.
CREATE TABLE "versions" (
  "workflow_id" text NOT NULL,
  "number" integer NOT NULL,
  "document_hash" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "versions_pkey" PRIMARY KEY ("workflow_id", "number"),
  CONSTRAINT "versions_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflows" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "versions_document_hash_fkey" FOREIGN KEY ("document_hash") REFERENCES "documents" ("hash") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "versions_workflow_id_document_hash_key" ON "versions" ("workflow_id", "document_hash");

-- The slug is part of an address, so it is there once in the whole server.
CREATE TABLE "deployments" (
  "slug" text NOT NULL,
  "workspace_id" text NOT NULL,
  "workflow_id" text NOT NULL,
  "version" integer NOT NULL,
  "events" text NOT NULL DEFAULT 'summary',
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "deployments_pkey" PRIMARY KEY ("slug"),
  CONSTRAINT "deployments_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "deployments_workflow_id_version_fkey" FOREIGN KEY ("workflow_id", "version") REFERENCES "versions" ("workflow_id", "number") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "deployments_workspace_id_updated_at_slug_idx" ON "deployments" ("workspace_id", "updated_at" DESC, "slug");

-- Of a key's secret only the SHA-256 is kept.
CREATE TABLE "api_keys" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "slug" text NOT NULL,
  "name" text NOT NULL,
  "hash" text NOT NULL,
  "last4" text NOT NULL,
  "rate_per_minute" integer,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" timestamptz(3),
  "revoked_at" timestamptz(3),
  "last_used_at" timestamptz(3),
  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "api_keys_slug_fkey" FOREIGN KEY ("slug") REFERENCES "deployments" ("slug") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "api_keys_slug_created_at_id_idx" ON "api_keys" ("slug", "created_at" DESC, "id");

-- Which endpoint a run came through, and for whom; null for runs of drafts.
ALTER TABLE "runs"
  ADD COLUMN "slug" text,
  ADD COLUMN "version" integer,
  ADD COLUMN "end_user" text,
  ADD COLUMN "session_id" text;

-- Runs whose end somebody wants to be told of. Closed rows keep no secret.
CREATE TABLE "webhooks" (
  "run_id" text NOT NULL,
  "url" text NOT NULL,
  "secret" text,
  "attempts" integer NOT NULL DEFAULT 0,
  "next_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "closed_at" timestamptz(3),
  "outcome" text,
  CONSTRAINT "webhooks_pkey" PRIMARY KEY ("run_id"),
  CONSTRAINT "webhooks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhooks_open_idx" ON "webhooks" ("next_at") WHERE "closed_at" IS NULL;
