-- Hosted chat pages of deployments. Without a row there is none. `origins` are those of pages that may show it in a frame.
CREATE TABLE chat_pages (
  slug text NOT NULL,
  workspace_id text NOT NULL,
  access text NOT NULL,
  origins text[] NOT NULL,
  rate_per_minute integer NOT NULL,
  visitor_rate_per_minute integer NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT chat_pages_pkey PRIMARY KEY (slug),
  CONSTRAINT chat_pages_slug_fkey FOREIGN KEY (slug) REFERENCES deployments (slug) ON DELETE CASCADE
);
