-- Skills of workspaces. A row without files says whether a skill of the server's folders is enabled.
CREATE TABLE "skills" (
  "workspace_id" text NOT NULL,
  "name" text NOT NULL,
  "is_enabled" boolean,
  "revision" integer NOT NULL DEFAULT 1,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "skills_pkey" PRIMARY KEY ("workspace_id", "name")
);
CREATE TABLE "skill_files" (
  "workspace_id" text NOT NULL,
  "skill_name" text NOT NULL,
  "path" text NOT NULL,
  "content" bytea NOT NULL,
  CONSTRAINT "skill_files_pkey" PRIMARY KEY ("workspace_id", "skill_name", "path"),
  CONSTRAINT "skill_files_workspace_id_skill_name_fkey" FOREIGN KEY ("workspace_id", "skill_name")
    REFERENCES "skills" ("workspace_id", "name") ON DELETE CASCADE
);
