-- MCP servers of a workspace. `approved` is what a person accepted of them, `found` what they say since, where it differs.
CREATE TABLE "mcp_servers" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "name" text NOT NULL,
  "display_name" text NOT NULL,
  "transport" text NOT NULL,
  "url" text,
  "command_name" text,
  "enabled" boolean NOT NULL DEFAULT true,
  "headers" jsonb NOT NULL DEFAULT '{}',
  "credential_id" text,
  "allow_tools" text[] NOT NULL DEFAULT ARRAY[]::text[],
  "limits_tools" boolean NOT NULL DEFAULT false,
  "approvals" jsonb NOT NULL DEFAULT '{}',
  "timeout_s" integer NOT NULL DEFAULT 120,
  "approved" jsonb,
  "found" jsonb,
  "problem" text,
  "needs_sign_in" boolean NOT NULL DEFAULT false,
  "sealed_sign_in" text,
  "refreshed_at" timestamptz(3),
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "mcp_servers_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "mcp_servers_workspace_id_name_key" ON "mcp_servers" ("workspace_id", "name");
-- Sign-ins that a browser has begun at the authorization server of an MCP server.
CREATE TABLE "mcp_sign_ins" (
  "state" text NOT NULL,
  "workspace_id" text NOT NULL,
  "server_id" text NOT NULL,
  "sealed" text NOT NULL,
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "mcp_sign_ins_pkey" PRIMARY KEY ("state"),
  CONSTRAINT "mcp_sign_ins_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "mcp_servers" ("id") ON DELETE CASCADE
);
CREATE INDEX "mcp_sign_ins_server_id_idx" ON "mcp_sign_ins" ("server_id");
