-- A2A agents of other servers, and published workflows of the workspace, as tools. `approved`: the card that a person
-- accepted; `found`: the one that was read last, where it differs.
CREATE TABLE a2a_services (
  id text NOT NULL,
  workspace_id text NOT NULL,
  name text NOT NULL,
  display_name text NOT NULL,
  url text,
  slug text,
  end_user text,
  enabled boolean NOT NULL DEFAULT true,
  headers jsonb NOT NULL DEFAULT '{}',
  credential_id text,
  limits_skills boolean NOT NULL DEFAULT false,
  allow_skills text[] NOT NULL DEFAULT '{}',
  risk text NOT NULL DEFAULT 'medium',
  approval text,
  timeout_s integer NOT NULL DEFAULT 120,
  approved jsonb,
  found jsonb,
  problem text,
  refreshed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT a2a_services_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX a2a_services_workspace_id_name_key ON a2a_services (workspace_id, name);

-- Tasks that runs gave to them. Of a published workflow, `task_id` is a run.
CREATE TABLE a2a_tasks (
  id text NOT NULL,
  workspace_id text NOT NULL,
  service_id text NOT NULL,
  run_id text NOT NULL,
  task_id text,
  context_id text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT a2a_tasks_pkey PRIMARY KEY (id),
  CONSTRAINT a2a_tasks_service_id_fkey FOREIGN KEY (service_id) REFERENCES a2a_services (id) ON DELETE CASCADE,
  CONSTRAINT a2a_tasks_run_id_fkey FOREIGN KEY (run_id) REFERENCES runs (id) ON DELETE CASCADE
);
CREATE INDEX a2a_tasks_service_id_idx ON a2a_tasks (service_id);
CREATE INDEX a2a_tasks_run_id_idx ON a2a_tasks (run_id);
CREATE INDEX a2a_tasks_task_id_idx ON a2a_tasks (task_id);
