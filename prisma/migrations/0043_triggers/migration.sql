-- The version whose triggers are armed; another one than `version` until a process has armed that.
ALTER TABLE deployments ADD COLUMN armed_version integer;

-- Triggers of the deployed versions; `trigger` is the JSON of one in its document. A row stays when a version does not have the trigger, with its secret and switch.
CREATE TABLE triggers (
  slug text NOT NULL,
  trigger_id text NOT NULL,
  workspace_id text NOT NULL,
  workflow_id text NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  document_hash text NOT NULL,
  config_hash text NOT NULL,
  trigger text NOT NULL,
  is_armed boolean NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  next_at timestamptz(3),
  claim text,
  claimed_until timestamptz(3),
  state text,
  secret text,
  failure text,
  active_run_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT triggers_pkey PRIMARY KEY (slug, trigger_id),
  CONSTRAINT triggers_slug_fkey FOREIGN KEY (slug) REFERENCES deployments (slug) ON DELETE CASCADE
);
CREATE INDEX triggers_due_idx ON triggers (next_at) WHERE is_armed AND is_on;
CREATE INDEX triggers_workflow_idx ON triggers (workspace_id, workflow_id);

-- Every event that a trigger received, stored before it is acknowledged. `run_id` is that of its only run.
CREATE TABLE trigger_events (
  id text NOT NULL,
  workspace_id text NOT NULL,
  slug text NOT NULL,
  trigger_id text NOT NULL,
  workflow_id text NOT NULL,
  version integer NOT NULL,
  document_hash text NOT NULL,
  status text NOT NULL,
  reason text,
  key text,
  payload text NOT NULL,
  run_id text NOT NULL,
  replay_of text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  settled_at timestamptz(3),
  claimed_until timestamptz(3),
  CONSTRAINT trigger_events_pkey PRIMARY KEY (id),
  CONSTRAINT trigger_events_trigger_fkey FOREIGN KEY (slug, trigger_id) REFERENCES triggers (slug, trigger_id) ON DELETE CASCADE
);
CREATE INDEX trigger_events_pending_idx ON trigger_events (received_at) WHERE status = 'pending';
CREATE INDEX trigger_events_history_idx ON trigger_events (slug, trigger_id, received_at DESC, id);

-- Keys of events within their window: the first event has the run.
CREATE TABLE trigger_keys (
  slug text NOT NULL,
  trigger_id text NOT NULL,
  key text NOT NULL,
  event_id text NOT NULL,
  run_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT trigger_keys_pkey PRIMARY KEY (slug, trigger_id, key),
  CONSTRAINT trigger_keys_trigger_fkey FOREIGN KEY (slug, trigger_id) REFERENCES triggers (slug, trigger_id) ON DELETE CASCADE
);
CREATE INDEX trigger_keys_expiry_idx ON trigger_keys (expires_at);

-- Who waits in the editor for the next event of a trigger.
CREATE TABLE trigger_listeners (
  token text NOT NULL,
  workspace_id text NOT NULL,
  workflow_id text NOT NULL,
  trigger_id text NOT NULL,
  event text,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT trigger_listeners_pkey PRIMARY KEY (token)
);
