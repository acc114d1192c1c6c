-- What the turns of a session made is found by their runs.
CREATE INDEX "file_versions_run_id_idx" ON "file_versions" ("run_id");
