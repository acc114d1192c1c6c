-- Files of workspaces. Their content is in the blob store, in parts of "part_bytes" whose names the server made.
CREATE TABLE "files" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "path" text COLLATE "C" NOT NULL,
  "revision" integer NOT NULL DEFAULT 1,
  "size_bytes" bigint NOT NULL,
  "sha256" text NOT NULL,
  "media_type" text NOT NULL,
  "parts" text[] NOT NULL,
  "part_bytes" integer NOT NULL,
  "run_id" text,
  "node_id" text,
  "key_id" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "files_workspace_id_path_key" ON "files" ("workspace_id", "path");
CREATE INDEX "files_workspace_id_run_id_idx" ON "files" ("workspace_id", "run_id");
CREATE INDEX "files_parts_idx" ON "files" USING gin ("parts");
-- Replaced content of files, of which the newest few are kept.
CREATE TABLE "file_versions" (
  "file_id" text NOT NULL,
  "revision" integer NOT NULL,
  "size_bytes" bigint NOT NULL,
  "sha256" text NOT NULL,
  "media_type" text NOT NULL,
  "parts" text[] NOT NULL,
  "part_bytes" integer NOT NULL,
  "run_id" text,
  "node_id" text,
  "changed_at" timestamptz(3) NOT NULL,
  CONSTRAINT "file_versions_pkey" PRIMARY KEY ("file_id", "revision"),
  CONSTRAINT "file_versions_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE CASCADE
);
CREATE INDEX "file_versions_parts_idx" ON "file_versions" USING gin ("parts");
-- One row per workspace with files: every change locks it and counts its version up.
CREATE TABLE "file_trees" (
  "workspace_id" text NOT NULL,
  "version" bigint NOT NULL DEFAULT 0,
  CONSTRAINT "file_trees_pkey" PRIMARY KEY ("workspace_id")
);
-- Uploads that can be continued. "writer" is the request that may append.
CREATE TABLE "file_uploads" (
  "id" text NOT NULL,
  "workspace_id" text NOT NULL,
  "path" text NOT NULL,
  "media_type" text NOT NULL,
  "on_existing" text NOT NULL,
  "size_bytes" bigint NOT NULL,
  "offset_bytes" bigint NOT NULL DEFAULT 0,
  "parts" text[] NOT NULL,
  "part_bytes" integer NOT NULL,
  "hash_state" text,
  "writer" text,
  "key_id" text,
  "file_id" text,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changed_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "file_uploads_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "file_uploads_changed_at_idx" ON "file_uploads" ("changed_at");
-- Parts that no file refers to any more. They are deleted later, so that a backup in progress finds them.
CREATE TABLE "discarded_parts" (
  "part" text NOT NULL,
  "discarded_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "discarded_parts_pkey" PRIMARY KEY ("part")
);
