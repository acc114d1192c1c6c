-- Agents of a workspace. Every change is a version, which documents may name.
CREATE TABLE "agents" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "name" text NOT NULL,
  "version" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "agents_workspace_id_name_key" ON "agents" ("workspace_id", "name");
CREATE TABLE "agent_versions" (
  "agent_id" text NOT NULL,
  "version" integer NOT NULL,
  "spec" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "agent_versions_pkey" PRIMARY KEY ("agent_id", "version"),
  CONSTRAINT "agent_versions_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents" ("id") ON DELETE CASCADE
);
