-- Whose a row is: a kind and an id. Null, of an earlier build, is whom the other columns name, else the workspace.
ALTER TABLE "runs" ADD COLUMN "owner_kind" text, ADD COLUMN "owner_id" text;
ALTER TABLE "sessions" ADD COLUMN "owner_kind" text, ADD COLUMN "owner_id" text;
ALTER TABLE "files" ADD COLUMN "owner_kind" text, ADD COLUMN "owner_id" text;
ALTER TABLE "file_versions" ADD COLUMN "owner_kind" text, ADD COLUMN "owner_id" text;
ALTER TABLE "file_uploads" ADD COLUMN "owner_kind" text, ADD COLUMN "owner_id" text;
ALTER TABLE "memory_users" ADD COLUMN "owner_kind" text, ADD COLUMN "owner_id" text;
