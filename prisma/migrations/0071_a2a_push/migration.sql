-- Where clients of A2A are notified of the states of a task. `sent_seq`: the last event of the run that they were notified of.
CREATE TABLE a2a_push_configs (
  run_id text NOT NULL,
  config_id text NOT NULL,
  workspace_id text NOT NULL,
  protocol text NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  sent_seq integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  failure text,
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT a2a_push_configs_pkey PRIMARY KEY (run_id, config_id),
  CONSTRAINT a2a_push_configs_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE INDEX a2a_push_configs_open ON a2a_push_configs (next_at) WHERE closed_at IS NULL;
