-- Secrets of services that nodes use. All fields of a credential are sealed together.
CREATE TABLE "credentials" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "name" text NOT NULL,
  "type" text NOT NULL,
  "hosts" text[] NOT NULL,
  "sealed" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" timestamptz(3),
  CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "credentials_workspace_id_name_key" ON "credentials" ("workspace_id", "name");
-- Which credential fills a slot of a workflow.
CREATE TABLE "credential_slots" (
  "workflow_id" text NOT NULL,
  "slot" text NOT NULL,
  "workspace_id" text NOT NULL,
  "credential_id" text NOT NULL,
  CONSTRAINT "credential_slots_pkey" PRIMARY KEY ("workflow_id", "slot"),
  CONSTRAINT "credential_slots_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credentials" ("id") ON DELETE CASCADE
);
CREATE INDEX "credential_slots_credential_id_idx" ON "credential_slots" ("credential_id");
