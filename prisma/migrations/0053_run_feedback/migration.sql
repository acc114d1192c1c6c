-- What callers think of the answer of a run.
CREATE TABLE run_feedback (
  run_id text NOT NULL,
  workspace_id text NOT NULL,
  rating text NOT NULL,
  comment text NOT NULL DEFAULT '',
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT run_feedback_pkey PRIMARY KEY (run_id),
  CONSTRAINT run_feedback_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs (id) ON DELETE CASCADE
);
