-- Failed runs by their end, for triggers that wait for them; a run of such a trigger is found by its event.
CREATE INDEX runs_failed_idx ON runs (workspace_id, finished_at) WHERE status = 'failed';
CREATE INDEX trigger_events_run_idx ON trigger_events (run_id);
