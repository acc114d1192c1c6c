-- HTTP services whose operations are tools of a workspace. `operations` are all that its document has, as JSON;
-- `chosen` the names of those that are tools.
CREATE TABLE tool_services (
  id text NOT NULL,
  workspace_id text NOT NULL,
  title text NOT NULL,
  server_url text NOT NULL,
  credential_id text,
  recipe text,
  failure text,
  operations text NOT NULL,
  chosen text[] NOT NULL,
  is_enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT tool_services_pkey PRIMARY KEY (workspace_id, id)
);
