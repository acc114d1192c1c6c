-- A search for part of a name, an id or an error reads as many runs as it finds, and not all there are. Without the extension, which ships with PostgreSQL and
-- any owner of a database may create, a search still works and reads them all; so a server that has not got it is no reason not to start.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "runs_search_idx" ON "runs" USING gin (("workflow_name" || E'\n' || "id") gin_trgm_ops);
  CREATE INDEX "runs_error_search_idx" ON "runs" USING gin (regexp_replace("error", '"\w+":', ' ', 'g') gin_trgm_ops) WHERE "error" IS NOT NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: searches among runs read all of them';
END
$$;
